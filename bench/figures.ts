// Prints how long the figures of authors take: npm run bench:figures -- [--books N] [--events N] [--library FOLDER]
import { parseArgs } from 'node:util'
import pg from 'pg'
import { FIGURE_PERIODS } from '#contract/figures.ts'
import { readFigures } from '#server/figures/read-figures.ts'
import type { Services } from '#server/platform/services.ts'
import { measureLibrary, quantiles, timeOf } from './measure-library.ts'

const { values } = parseArgs({
  options: {
    books: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '20000000' },
    library: { type: 'string' },
  },
})
const ROWS_PER_STATEMENT = 500_000
/** Of these each has something on each day of two years, and many readers. */
const LOUD_BOOKS = 100
const LOUD_DAYS = 730
const LOUD_READERS = 500
const ROUNDS = 20

const measure = async (services: Services) => {
  const rows = await services.db.selectFrom('books').select('id').orderBy('createdAt').limit(LOUD_BOOKS).execute()
  const ids = rows.map(({ id }) => id)
  const firstCount = await timeOf(() => readFigures(services, { ids, title: null, period: '28d' }))
  console.log(
    `counting how far ${LOUD_READERS} readers of each of ${ids.length} books came: ${firstCount.toFixed(0)} ms`,
  )
  console.log('figures'.padEnd(24), 'p50, p95, slowest in ms')
  for (const period of FIGURE_PERIODS) {
    const one: number[] = []
    const all: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const id = ids[round % ids.length] ?? ''
      one.push(await timeOf(() => readFigures(services, { ids: [id], title: '', period })))
      all.push(await timeOf(() => readFigures(services, { ids, title: null, period })))
    }
    console.log(`${period}, one book`.padEnd(24), quantiles(one))
    console.log(`${period}, ${ids.length} books`.padEnd(24), quantiles(all))
  }
}

/** Adds books, and events as the rows that they become. Triggers would take an hour. */
const load = async ({ database }: Services) => {
  const books = Number(values.books)
  const client = new pg.Client(database)
  await client.connect()
  await client.query('set session_replication_role = replica; set synchronous_commit = off; select setseed(0.5)')
  await client.query("set maintenance_work_mem = '1GB'; alter table book_days drop constraint book_days_pkey")
  await client.query('drop index book_days_by_day')
  await inParts(client, ADD_BOOKS, books)
  // In the order of time, as they happen: the rows of a book are far apart.
  await inParts(client, ADD_DAYS, Math.max(0, Number(values.events) - LOUD_BOOKS * LOUD_DAYS), [books])
  await client.query(ADD_LOUD, [LOUD_BOOKS, LOUD_DAYS])
  await client.query('alter table book_days add primary key (book_id, day)')
  await client.query('create index book_days_by_day on book_days (day)')
  await client.query(ADD_READERS, [LOUD_READERS, LOUD_BOOKS])
  await client.query('update figures_start set day = current_date - 3000')
  await client.query('vacuum analyze')
  await client.end()
}

const inParts = async (client: pg.Client, statement: string, count: number, more: number[] = []) => {
  for (let first = 1; first <= count; first += ROWS_PER_STATEMENT)
    await client.query(statement, [first, Math.min(count, first + ROWS_PER_STATEMENT - 1), ...more])
}

const idOf = (number: string) => `md5('book ' || ${number})::uuid`

const ADD_BOOKS = `
  insert into books (id, title, author, caption, genre, cover, cover_color, pdf, pdf_name, pdf_bytes, page_count, created_at)
  select
    ${idOf('n')}, 'Number ' || n, 'Somebody ' || n % 1000, 'A book.', 'Fiction', repeat('0', 32), '#123456',
    'pdf/' || n || '.pdf', 'book.pdf', 1, 300, now() - interval '3000 days' + n * interval '2 minutes'
  from generate_series($1::int, $2::int) as n`

/** Each book has a row on every so many days; none of the loud ones. */
const ADD_DAYS = `
  insert into book_days (book_id, day, views, opened, readers, finished, downloads, rated, rated_stars)
  select
    ${idOf(`(${LOUD_BOOKS} + 1 + n % ($3::int - ${LOUD_BOOKS}))`)}, current_date - 2000 + n / ($3::int - ${LOUD_BOOKS}),
    1, 1, n % 2, n % 3 / 2, n % 5 / 4, n % 4 / 3, n % 4 / 3 * 5
  from generate_series($1::int, $2::int) as n`

const ADD_LOUD = `
  insert into book_days (book_id, day, views, opened, readers, finished, downloads, rated, rated_stars)
  select ${idOf('book')}, current_date - $2::int + 1 + day, 90, 80, 20, 9, 7, 5, 21
  from generate_series(0, $2::int - 1) as day, generate_series(1, $1::int) as book
`

const ADD_READERS = `
  with readers as (
    select n, md5('reader ' || n)::uuid as id from generate_series(1, $1::int) as n
  ), added as (
    insert into users (id, username, email, password_hash, verified)
    select id, 'reader ' || n, 'reader' || n || '@example.org', 'x', true from readers
  ), positions as (
    insert into reading_positions (user_id, book_id, version, page, device_id, read_at)
    select readers.id, ${idOf('book')}, 1, 1 + (n * book) % 300, readers.id, now()
    from readers, generate_series(1, $2::int) as book
  ), sources as (
    insert into book_sources (book_id, month, host, count)
    select ${idOf('book')}, date_trunc('month', current_date) - ago * interval '1 month', 'host-' || host || '.example', 1 + host
    from generate_series(1, $2::int) as book, generate_series(0, 23) as ago, generate_series(1, 50) as host
  )
  insert into device_positions (user_id, book_id, device_id, device_name, page, furthest, step, read_at)
  select readers.id, ${idOf('book')}, readers.id, 'Phone', 1 + (n * book) % 300, 1 + (n * book) % 300, 1, now()
  from readers, generate_series(1, $2::int) as book`

await measureLibrary({ name: 'figures', library: values.library, load, measure })
