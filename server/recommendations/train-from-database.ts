import type pg from 'pg'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { openClient } from '#server/platform/database/driver.ts'
import { compareContent } from './compare-content.ts'
import { type BookWords, groupBooks } from './group-books.ts'
import { createThrottle, type Throttle } from './create-throttle.ts'
import { groupByReader, HASHES, type Portion } from './group-by-reader.ts'
import { findLittleSeen } from './little-seen.ts'
import { lowerPriority } from '#server/platform/lower-priority.ts'
import { influencesOf, popularBooks } from './score-books.ts'
import { createTrainer } from './train-model.ts'

/** More ratings than this would take too much memory: then a random part of the readers is read. */
const MAX_RATINGS = 5_000_000
/** The longest history that is read. Pairs of books grow with its square. */
const MAX_HISTORY = 1000
const CAPTION_CHARACTERS = 600
const FETCH_ROWS = 1000
/** Pages of the table of ratings that are read in one statement: some thousand ratings. */
export const READ_PAGES = 64
const WRITE_ROWS = 1000
const DELETE_ROWS = 10_000
/** The share of the time in which this process and the database work for a training: the site has the rest. */
const WORK_SHARE = 0.2
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
  // Else the database might read in several processes, and the site has to share them all.
  await client.query('set local max_parallel_workers_per_gather = 0')
  const { ids, words, seen } = await readBooks(client, throttle)
  const histories = await readHistories(client, throttle, ids)
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
      version,
      trained.books,
      trained.ratings,
      bytesOf(popular.targets),
      bytesOf(popular.weights),
      bytesOf(findLittleSeen(seen)),
    ],
  )
  await deleteOldModels(client, throttle)
  return trained
}

/** The books that are not hidden. The place of an id, in hexadecimal, is the number of its book. */
const readBooks = async (client: pg.Client, throttle: Throttle) => {
  const ids: string[] = []
  const words: BookWords[] = []
  /** How often each book was opened or rated. */
  const seen: number[] = []
  const rows = readRows<BookWords & { id: string; seen: number }>(
    client,
    throttle,
    `select encode(uuid_send(id), 'hex') as id, title, author, left(caption, ${CAPTION_CHARACTERS}) as caption,
      views + rating_count as seen
    from books where not is_hidden`,
  )
  for await (const { id, seen: times, ...texts } of rows) {
    ids.push(id)
    words.push(texts)
    seen.push(times)
  }
  return { ids, words, seen: Uint32Array.from(seen) }
}

/**
 * The ratings that count in rankings, by reader. Their order by hash makes the first readers of a book a random sample. The
 * table is read in portions of its pages, because a statement for all of it could not be throttled.
 */
const readHistories = async (client: pg.Client, throttle: Throttle, ids: string[]) => {
  const numbers = new Map(ids.map((id, number) => [id, number]))
  const { rows: sizes } = await client.query<{ ratings: string; pages: string }>(
    `select greatest(reltuples, 0)::bigint as ratings,
      pg_relation_size(oid) / current_setting('block_size')::int as pages
    from pg_class where oid = 'ratings'::regclass`,
  )
  const { ratings, pages } = sizes[0] ?? { ratings: '0', pages: '0' }
  const parts = Math.max(1, Math.ceil(Number(ratings) / MAX_RATINGS))
  const portions: Portion[] = []
  for (let first = 0; first < Number(pages); first += READ_PAGES) {
    const { rows } = await client.query<{ ratings: Buffer | null }>(
      `select string_agg(
        float8send((uuid_hash_extended(user_id, 0) & ${HASHES - 1})::float8) || uuid_send(book_id), ''
      ) as ratings
      from ratings
      where ctid >= '(${first},0)' and ctid < '(${first + READ_PAGES},0)'
        and ranked and (uuid_hash(user_id) & 2147483647) % ${parts} = 0`,
    )
    if (rows[0]?.ratings) portions.push(toPortion(rows[0].ratings, numbers))
    await throttle()
  }
  return groupByReader(portions, { maxBooks: MAX_HISTORY, throttle })
}

/** A rating as the database sends it: a hash of its reader as a double, and the id of its book. */
const RATING_BYTES = 24
const BOOK_AT = 8

const toPortion = (ratings: Buffer, numbers: Map<string, number>): Portion => {
  const hashes = new Float64Array(ratings.length / RATING_BYTES)
  const books = new Uint32Array(hashes.length)
  let count = 0
  for (let at = 0; at < ratings.length; at += RATING_BYTES) {
    const book = numbers.get(ratings.toString('hex', at + BOOK_AT, at + RATING_BYTES))
    // A hidden book has no number.
    if (book === undefined) continue
    hashes[count] = ratings.readDoubleBE(at)
    books[count] = book
    count += 1
  }
  return { hashes: hashes.subarray(0, count), books: books.subarray(0, count) }
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
