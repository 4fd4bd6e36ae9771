// Prints how long the library takes with each two of its filters: npm run bench:filters -- [--books N] [--library FOLDER]
import { parseArgs } from 'node:util'
import pg from 'pg'
import { SORTS } from '#contract/books.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import { compactCounters } from '#server/admin/counters.ts'
import { countFacets } from '#server/books/count-facets.ts'
import { listBooks } from '#server/books/list-books.ts'
import type { Services } from '#server/platform/services.ts'
import { vacuum } from './library.ts'
import { measureLibrary, quantiles, timeOf } from './measure-library.ts'

const { values } = parseArgs({
  options: { books: { type: 'string', default: '1000000' }, library: { type: 'string' } },
})
const ROWS_PER_STATEMENT = 50_000
const LIMIT = 12

/** Frequent, ordinary and rare values. */
const VALUES = {
  genre: ['Fiction', 'Poetry'],
  language: ['en', 'de', 'sv'],
  tag: ['tag 1', 'tag 50', 'tag 2000'],
  licence: ['all-rights-reserved', 'cc0', 'cc-by-nc-nd'],
  age: ['13', '16'],
  access: ['screen-reader', 'image-descriptions'],
} as const
const NAMES = Object.keys(VALUES) as (keyof typeof VALUES)[]

const measure = async (services: Services) => {
  const pairs = NAMES.flatMap((one, i) => NAMES.slice(i + 1).map((other) => [one, other] as const))
  const lists: number[] = []
  const facets: number[] = []
  console.log('filters'.padEnd(20), 'lists: p50, p95, slowest', '  counts: p50, p95, slowest')
  for (const [one, other] of pairs) {
    const asked = VALUES[one].flatMap((a) => VALUES[other].map((b) => ({ [one]: a, [other]: b })))
    const ofLists: number[] = []
    const ofFacets: number[] = []
    for (const filters of asked) {
      for (const sort of SORTS)
        ofLists.push(await secondTimeOf(() => listBooks(services, { ...filters, sort, page: 1, limit: LIMIT })))
      ofFacets.push(await secondTimeOf(() => countFacets(services, filters)))
    }
    print(`${one}, ${other}`, ofLists, ofFacets)
    lists.push(...ofLists)
    facets.push(...ofFacets)
  }
  print('all', lists, facets)
  const alone: number[] = []
  for (const name of NAMES)
    for (const value of VALUES[name]) alone.push(await secondTimeOf(() => countFacets(services, { [name]: value })))
  console.log(
    `counts with one filter: ${quantiles(alone)} ms; with none: ${quantiles([await secondTimeOf(() => countFacets(services, {}))])}`,
  )
}

/** The second time, when the pages are in memory. */
const secondTimeOf = async (ask: () => Promise<unknown>) => {
  await ask()
  return timeOf(ask)
}

const print = (name: string, lists: number[], facets: number[]) =>
  console.log(name.padEnd(20), quantiles(lists), '  ', quantiles(facets))

/** Adds books with details and without files. Triggers would take an hour. */
const load = async (services: Services) => {
  const count = Number(values.books)
  const client = new pg.Client(services.database)
  await client.connect()
  await client.query('set session_replication_role = replica; select setseed(0.5)')
  for (let first = 1; first <= count; first += ROWS_PER_STATEMENT)
    await client.query(ADD_BOOKS, [first, Math.min(count, first + ROWS_PER_STATEMENT - 1), count, GENRES])
  await client.query(ADD_ORDERS)
  await client.end()
  await vacuum(services.database)
  await compactCounters(services)
}

const ADD_BOOKS = `
  insert into books (title, author, caption, genre, cover, cover_color, pdf, pdf_name, pdf_bytes, page_count, views,
    rating_count, rating_sum, ranked_count, ranked_sum, created_at, language, licence, age, access, tags, facets)
  select
    'Number ' || n * 37 % $3, 'Somebody ' || n % 1000, 'A book.', genre, repeat('0', 32), '#123456', 'pdf/' || n || '.pdf',
    'book.pdf', 1, 1, floor(power(random(), 4) * 10000), ratings, ratings * stars, ratings, ratings * stars,
    now() - ($3 - n) * interval '2 minutes',
    language, licence, age, access, tags, facets_of(genre, language, licence, age, access, tags)
  from (
    select
      n, floor(power(random(), 4) * 500)::int as ratings, 1 + n % 5 as stars,
      ($4::text[])[1 + floor(power(random(), 1.5) * 25)] as genre,
      (array['en', 'de', 'fr', 'es', 'pt-BR', 'it', 'nl', 'pl', 'sv', null])[1 + floor(power(random(), 2) * 10)] as language,
      (array['all-rights-reserved', null, 'cc0', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc-by-nc-sa', 'cc-by-nd', 'cc-by-nc-nd'])
        [1 + floor(power(random(), 2) * 9)] as licence,
      (array[null, null, null, null, null, null, null, 13, 16, 18])[1 + floor(random() * 10)]::smallint as age,
      array(
        select one from unnest(array['screen-reader', 'image-descriptions']) as one where n > 0 and random() < 0.15
      ) as access,
      array(select distinct 'tag ' || floor(power(3000, random())) from generate_series(1, n % 6)) as tags
    from generate_series($1::int, $2::int) as n
  ) as new_books`

const ADD_ORDERS = `
  insert into book_ranks (book_id, genre, rating, is_rated, average)
  select id, genre, bayesian_rating(ranked_sum, ranked_count), ranked_count > 0, rating_sum::float / greatest(rating_count, 1)
  from books;
  insert into book_views (book_id, genre, views) select id, genre, views from books`

await measureLibrary({ name: 'filters', library: values.library, load, measure })
