import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { DAY_MS } from '#contract/values/durations.ts'
import { compactCounters } from '#server/admin/counters.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { storeCover } from '#server/publishing/book-covers.ts'
import { type CatalogueBook, type CatalogueRating, wordsOf } from './catalogue.ts'

const PUBLISHERS = 200
const COVERS = 6
const BOOKS_PER_TRANSACTION = 250
const ROWS_PER_STATEMENT = 5000
/** A statement that exceeds the statement timeout, waiting for the disk, is retried. */
const TRIES = 10
/** Both cores of a small machine. */
const WORKERS = 2
const WEEK_MS = 7 * DAY_MS
const YEAR_MS = 365 * DAY_MS
/** Books are published and rated evenly over this period. */
const DAYS = 1500
const RECENT_DAYS = 30

export interface Load {
  books: CatalogueBook[]
  byBook: Map<number, CatalogueRating[]>
  readers: number
  /** Copies of each book, and of each reader. */
  times: number
}

/** Adds copies of a catalogue with its readers and their ratings; all counters are consistent at every moment. */
export const fillLibrary = async (services: Services, load: Load) => {
  const { db } = services
  const suffix = Date.now().toString(36)
  const publishers = await addPeople(db, PUBLISHERS, (n) => ({ name: `Author ${n} ${suffix}`, type: 'author' }))
  const readers = await addPeople(db, load.readers * load.times, (n) => ({
    name: `Reader ${n} ${suffix}`,
    type: 'reader',
  }))
  const covers = await drawCovers(services, load.books)
  const total = load.books.length * load.times
  let begun = 0
  let ratings = 0
  const work = async () => {
    for (;;) {
      const from = begun
      if (from >= total) return
      begun = Math.min(total, from + BOOKS_PER_TRANSACTION)
      const slice = { from, to: begun, publishers, readers, covers }
      const added = await withRetries(() => addBooks(db, load, slice))
      ratings += added
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  // The books have no files, and looking for each would take processor time beside the measurements.
  await db
    .insertInto('fileScrubs')
    .values({ id: true, begunAt: sql`now()`, endedAt: sql`now()`, after: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await compactCounters(services)
  return { books: total, ratings, readers: readers.length }
}

interface Slice {
  from: number
  to: number
  publishers: string[]
  readers: string[]
  covers: { hash: string; color: string }[]
}

const withRetries = async <T>(run: () => Promise<T>, triesLeft = TRIES): Promise<T> =>
  run().catch((error: unknown) => {
    if (triesLeft === 1 || !/timeout/.test(String(error))) throw error
    return withRetries(run, triesLeft - 1)
  })

/** Adds some books with their ratings in one transaction, so no book is visible without its ratings. */
const addBooks = (db: Database, load: Load, { from, to, publishers, readers, covers }: Slice) => {
  const now = Date.now()
  const all = load.books.length * load.times
  const books = Array.from({ length: to - from }, (_, i) => {
    const index = from + i
    const copy = Math.floor(index / load.books.length)
    const createdAt = now - ((all - index) / all) * DAYS * DAY_MS
    const ratings = ratingsOf(load, index % load.books.length, copy)
    return { id: idAt(createdAt), index, createdAt: new Date(createdAt), ...wordsOf(load.books, index, copy), ratings }
  })
  const rows = books.map(({ ratings, index, ...book }) => ({
    ...book,
    publisherId: publishers[index % PUBLISHERS] ?? null,
    cover: covers[index % COVERS]?.hash ?? '',
    coverColor: covers[index % COVERS]?.color ?? '',
    pdf: `pdf/${book.id}.pdf`,
    pdfName: 'book.pdf',
    pdfBytes: 1_000_000,
    pageCount: 80 + (index % 600),
    views: ratings.length * 7 + (index % 40),
    ratingCount: ratings.length,
    ratingSum: sumOf(ratings),
    rankedCount: ratings.length,
    rankedSum: sumOf(ratings),
  }))
  const newRatings = books.flatMap(({ id, ratings }) => ratings.map(({ reader, stars }) => ({ id, reader, stars })))
  return db.transaction().execute(async (trx) => {
    await trx.insertInto('books').values(rows).execute()
    // They have no PDFs. Jobs that try to read them would run beside the measurements.
    await trx
      .updateTable('bookTexts')
      .set({ isRead: true, viewIsMade: true })
      .where(
        'bookId',
        'in',
        books.map(({ id }) => id),
      )
      .execute()
    for (let i = 0; i < newRatings.length; i += ROWS_PER_STATEMENT)
      await addRatings(
        trx,
        newRatings
          .slice(i, i + ROWS_PER_STATEMENT)
          .map((rating) => ({ ...rating, reader: readers[rating.reader] ?? '' })),
      )
    return newRatings.length
  })
}

/**
 * A copy of a book has as many ratings as the original, from copies of the same readers. The copies of a reader have
 * rated different copies of a book, so tastes connect the whole library.
 */
const ratingsOf = ({ books, byBook, times, readers }: Load, n: number, copy: number): CatalogueRating[] =>
  (byBook.get(books[n]?.id ?? 0) ?? []).map(({ reader, stars }) => ({
    reader: reader + readers * ((copy + times - ((reader + n) % times)) % times),
    stars,
  }))

const sumOf = (ratings: CatalogueRating[]) => ratings.reduce((sum, { stars }) => sum + stars, 0)

/** Adds ratings and the daily statistics of the recent ones. */
const addRatings = (db: Database, ratings: { id: string; reader: string; stars: number }[]) =>
  sql`
  with added as (
    insert into ratings (book_id, user_id, stars, ranked, rated_at)
    select book, reader, stars, true, now() - random() * ${sql.lit(DAYS)} * interval '1 day'
    from unnest(
      ${ratings.map(({ id }) => id)}::uuid[],
      ${ratings.map(({ reader }) => reader)}::uuid[],
      ${ratings.map(({ stars }) => stars)}::int[]
    ) as new_ratings (book, reader, stars)
    returning book_id, rated_at, stars
  )
  insert into book_days (book_id, day, views, ratings, stars)
  select book_id, rated_at::date, count(*) * 7, count(*), sum(stars)
  from added
  where rated_at > now() - ${sql.lit(RECENT_DAYS)} * interval '1 day'
  group by book_id, rated_at::date
  on conflict (book_id, day) do update set
    views = book_days.views + excluded.views,
    ratings = book_days.ratings + excluded.ratings,
    stars = book_days.stars + excluded.stars`.execute(db)

/** Adds accounts without a usable password, which registered during the last year and count in rankings. */
const addPeople = async (db: Database, count: number, personOf: (n: number) => { name: string; type: string }) => {
  const ids = Array.from({ length: count }, (_, n) => idAt(Date.now() - YEAR_MS + (n / count) * (YEAR_MS - WEEK_MS)))
  for (let i = 0; i < count; i += ROWS_PER_STATEMENT) {
    const chunk = ids.slice(i, i + ROWS_PER_STATEMENT).map((id, k) => ({ id, ...personOf(i + k) }))
    await sql`
      insert into users (id, username, email, password_hash, user_type, verified, has_weight, created_at)
      select id, name, id || '@example.org', 'none', type, true, true, uuid_extract_timestamp(id)
      from unnest(
        ${chunk.map(({ id }) => id)}::uuid[],
        ${chunk.map(({ name }) => name)}::text[],
        ${chunk.map(({ type }) => type)}::text[]
      ) as person (id, name, type)`.execute(db)
  }
  return ids
}

/** A few drawn covers that all books share. */
const drawCovers = ({ storage, images }: Services, books: CatalogueBook[]) =>
  Promise.all(
    books.slice(0, COVERS).map(async (_, n) => {
      const cover = await images.drawCover(wordsOf(books, n, 0))
      await storeCover(storage, cover)
      return { hash: cover.hash, color: cover.color }
    }),
  )

/** A UUID of version 7 for this time: rows in order of time are appended to the index. */
const idAt = (ms: number) => {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  const rest = randomBytes(10)
  rest[0] = 0x70 | ((rest[0] ?? 0) & 0x0f)
  rest[2] = 0x80 | ((rest[2] ?? 0) & 0x3f)
  const hex = time + rest.toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
