import type pg from 'pg'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { openClient } from '#server/platform/database/driver.ts'
import { compareContent } from './compare-content.ts'
import { type BookWords, groupBooks } from './group-books.ts'
import { createThrottle, type Throttle } from './create-throttle.ts'
import { groupByReader, HASHES } from './group-by-reader.ts'
import { findLittleSeen } from './little-seen.ts'
import { lowerPriority } from './lower-priority.ts'
import { influencesOf, popularBooks } from './score-books.ts'
import { createTrainer } from './train-model.ts'

/** More ratings than this would take too much memory: then a random part of the readers is read. */
const MAX_RATINGS = 5_000_000
/** The longest history that is read. Pairs of books grow with its square. */
const MAX_HISTORY = 1000
const CAPTION_CHARACTERS = 600
const FETCH_ROWS = 1000
/** Pages of the table of ratings that are read in one statement: some thousand ratings. */
const READ_PAGES = 64
const WRITE_ROWS = 1000
const DELETE_ROWS = 10_000
/** The share of the time in which this process and the database work for a training: the site has the rest. */
const WORK_SHARE = 0.3
/** A statement that takes as long as this hangs. */
const STATEMENT_MS = 600_000

/** Computes a new model from the ratings and books of a database, and writes it there. */
export const trainFrom = async (config: DatabaseConfig, { statementMs = STATEMENT_MS } = {}) => {
  const client = await openClient(config, {
    application_name: 'quillhouse recommendations',
    statement_timeout: statementMs,
  })
  try {
    await lowerBackendPriority(client, config)
    return await train(client, createThrottle(WORK_SHARE))
  } finally {
    await client.end()
  }
}

/** The embedded database runs on this machine; its process that works for this one gets the same priority. */
const lowerBackendPriority = async (client: pg.Client, { host }: DatabaseConfig) => {
  if (!host?.startsWith('/')) return
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  lowerPriority(rows[0]?.pid)
}

const train = async (client: pg.Client, throttle: Throttle) => {
  await client.query('begin isolation level repeatable read')
  // Else the database joins in several processes, and the site has to share them all.
  await client.query('set local max_parallel_workers_per_gather = 0')
  // Tables are read from their beginning to their end: through an index they would take the place of all other pages in
  // the database's memory.
  const { rowCount } = await client.query(`
    create temp table numbered on commit drop as
    select id, (row_number() over () - 1)::int as number from books where not is_hidden`)
  await client.query('create unique index on numbered (id) include (number)')
  await client.query('analyze numbered')
  const { ids, words, seen } = await readBooks(client, throttle, rowCount ?? 0)
  const histories = await readHistories(client, throttle)
  await client.query('commit')
  if (ids.length === 0) return { books: 0, ratings: 0 }

  const trainer = createTrainer({
    books: ids.length,
    histories,
    groups: await groupBooks(words, throttle),
    content: await compareContent(words, throttle),
  })
  for (let book = 0; book < ids.length; book++) {
    trainer.train(book)
    await throttle()
  }
  const { model } = trainer
  const influence = influencesOf(model)
  const version = await nextVersion(client)
  for (let first = 0; first < ids.length; first += WRITE_ROWS) {
    const numbers = Array.from({ length: Math.min(WRITE_ROWS, ids.length - first) }, (_, i) => first + i)
    const rows = numbers.map(influence)
    await client.query(
      `insert into recommendation_influences (version, number, book_id, targets, weights)
      select $1, number, book_id, targets, weights
      from unnest($2::int[], $3::uuid[], $4::bytea[], $5::bytea[]) as row (number, book_id, targets, weights)`,
      [
        version,
        numbers,
        numbers.map((number) => ids[number]),
        rows.map(({ targets }) => bytesOf(targets)),
        rows.map(({ weights }) => bytesOf(weights)),
      ],
    )
    await throttle()
  }
  await client.query('analyze recommendation_influences')
  const popular = popularBooks(model)
  const trained = { books: ids.length, ratings: histories.items.length }
  await client.query(
    `insert into recommendation_models (version, trained_at, books, ratings, popular, popularity, little_seen)
    values ($1, now(), $2, $3, $4, $5, $6)`,
    [
      ...[version, trained.books, trained.ratings, bytesOf(popular.targets), bytesOf(popular.weights)],
      bytesOf(findLittleSeen(seen)),
    ],
  )
  await deleteOldModels(client, throttle)
  return trained
}

const NO_WORDS: BookWords = { title: '', author: '', caption: '' }

const readBooks = async (client: pg.Client, throttle: Throttle, count: number) => {
  const ids = Array.from({ length: count }, () => '')
  const words = Array.from({ length: count }, () => NO_WORDS)
  /** How often each book was opened or rated. */
  const seen = new Uint32Array(count)
  const rows = readRows<BookWords & { id: string; number: number; seen: number }>(
    client,
    throttle,
    `select id, number, title, author, left(caption, ${CAPTION_CHARACTERS}) as caption, views + rating_count as seen
    from books join numbered using (id)`,
  )
  for await (const { id, number, seen: times, ...texts } of rows) {
    ids[number] = id
    words[number] = texts
    seen[number] = times
  }
  return { ids, words, seen }
}

/**
 * The ratings that count in rankings, by reader. Their order by hash makes the first readers of a book a random sample. The
 * table is read in portions of its pages, because a statement for all of it could not be throttled.
 */
const readHistories = async (client: pg.Client, throttle: Throttle) => {
  const { rows: sizes } = await client.query<{ ratings: string; pages: string }>(
    `select greatest(reltuples, 0)::bigint as ratings,
      pg_relation_size(oid) / current_setting('block_size')::int as pages
    from pg_class where oid = 'ratings'::regclass`,
  )
  const { ratings, pages } = sizes[0] ?? { ratings: '0', pages: '0' }
  const parts = Math.max(1, Math.ceil(Number(ratings) / MAX_RATINGS))
  // Else each portion would read all numbers.
  await client.query('set local enable_hashjoin = off')
  await client.query('set local enable_mergejoin = off')
  const portions: Buffer[] = []
  for (let first = 0; first < Number(pages); first += READ_PAGES) {
    const { rows } = await client.query<{ ratings: Buffer | null }>(
      `select string_agg(
        float8send((uuid_hash_extended(user_id, 0) & ${HASHES - 1})::float8) || int4send(number), ''
      ) as ratings
      from ratings join numbered on numbered.id = book_id
      where ratings.ctid >= '(${first},0)' and ratings.ctid < '(${first + READ_PAGES},0)'
        and ranked and (uuid_hash(user_id) & 2147483647) % ${parts} = 0`,
    )
    const [portion] = rows
    if (portion?.ratings) portions.push(portion.ratings)
    await throttle()
  }
  return groupByReader(portions, { maxBooks: MAX_HISTORY, throttle })
}

/** The rows of a query one by one, through a cursor. */
async function* readRows<Row extends pg.QueryResultRow>(
  client: pg.Client,
  throttle: Throttle,
  query: string,
): AsyncGenerator<Row> {
  await client.query(`declare training no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${FETCH_ROWS} from training`)
    if (rows.length === 0) break
    yield* rows
    await throttle()
  }
  await client.query('close training')
}

const nextVersion = async (client: pg.Client) => {
  const { rows } = await client.query<{ version: number }>(`select nextval('recommendation_versions')::int as version`)
  return rows[0]?.version ?? 0
}

/** Deletes all but the last two models, and rows that failed trainings left before them. */
const deleteOldModels = async (client: pg.Client, throttle: Throttle) => {
  const { rows } = await client.query<{ version: number }>(
    'select version from recommendation_models order by version desc offset 1 limit 1',
  )
  const previous = rows[0]?.version
  if (previous === undefined) return
  await client.query('delete from recommendation_models where version < $1', [previous])
  for (;;) {
    const { rows: found } = await client.query<{ version: number; last: number }>(
      `select version, max(number) as last from recommendation_influences
      where version = (select min(version) from recommendation_influences where version < $1) group by version`,
      [previous],
    )
    const [oldest] = found
    if (!oldest) break
    for (let first = 0; first <= oldest.last; first += DELETE_ROWS) {
      await client.query('delete from recommendation_influences where version = $1 and number >= $2 and number < $3', [
        oldest.version,
        first,
        first + DELETE_ROWS,
      ])
      await throttle()
    }
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array | Float32Array | Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)
