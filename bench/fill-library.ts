import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { compactCounters } from '#server/admin/counters.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { storeCover } from '#server/publishing/book-files.ts'
import { type CatalogueBook, type CatalogueRating, wordsOf } from './catalogue.ts'

const PUBLISHERS = 200
const COVERS = 6
const BOOKS_AT_ONCE = 250
const ROWS_AT_ONCE = 5000
/** A statement that had to wait for the disk for longer than the server's patience is sent again. */
const TRIES = 10
/** Both cores of a small machine. */
const HANDS = 2
const DAY_MS = 86_400_000
/** Books came, and were rated, evenly over so many days. */
const DAYS = 1500
const DAYS_OF_INTEREST = 30

export interface Load {
  books: CatalogueBook[]
  byBook: Map<number, CatalogueRating[]>
  readers: number
  /** So many books are made of each, and so many readers of each. */
  times: number
}

/** Adds a catalogue so many times over, with its readers and their ratings; what is counted is right at every moment. */
export const fillLibrary = async (services: Services, load: Load) => {
  const { db } = services
  const mark = Date.now().toString(36)
  const publishers = await addPeople(db, PUBLISHERS, (n) => ({ name: `Author ${n} ${mark}`, type: 'author' }))
  const readers = await addPeople(db, load.readers * load.times, (n) => ({
    name: `Reader ${n} ${mark}`,
    type: 'reader',
  }))
  const covers = await drawCovers(services, load.books)
  const total = load.books.length * load.times
  let begun = 0
  let ratings = 0
  const hand = async () => {
    for (;;) {
      const from = begun
      if (from >= total) return
      begun = Math.min(total, from + BOOKS_AT_ONCE)
      const slice = { from, to: begun, publishers, readers, covers }
      const added = await patiently(() => addBooks(db, load, slice))
      ratings += added
    }
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
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

const patiently = async <T>(work: () => Promise<T>, triesLeft = TRIES): Promise<T> =>
  work().catch((error: unknown) => {
    if (triesLeft === 1 || !/timeout/.test(String(error))) throw error
    return patiently(work, triesLeft - 1)
  })

/** Some books with their ratings, in one transaction: no book is ever seen without its own. */
const addBooks = (db: Database, load: Load, { from, to, publishers, readers, covers }: Slice) => {
  const now = Date.now()
  const all = load.books.length * load.times
  const books = Array.from({ length: to - from }, (_, i) => {
    const place = from + i
    const copy = Math.floor(place / load.books.length)
    const createdAt = now - ((all - place) / all) * DAYS * DAY_MS
    const ratings = ratingsOf(load, place % load.books.length, copy)
    return { id: idAt(createdAt), place, createdAt: new Date(createdAt), ...wordsOf(load.books, place, copy), ratings }
  })
  const rows = books.map(({ ratings, place, ...book }) => ({
    ...book,
    publisherId: publishers[place % PUBLISHERS] ?? null,
    cover: covers[place % COVERS]?.hash ?? '',
    coverColor: covers[place % COVERS]?.color ?? '',
    pdf: `pdf/${book.id}.pdf`,
    pdfName: 'book.pdf',
    pdfBytes: 1_000_000,
    pageCount: 80 + (place % 600),
    views: ratings.length * 7 + (place % 40),
    ratingCount: ratings.length,
    ratingSum: sumOf(ratings),
    rankedCount: ratings.length,
    rankedSum: sumOf(ratings),
  }))
  const given = books.flatMap(({ id, ratings }) => ratings.map(({ reader, stars }) => ({ id, reader, stars })))
  return db.transaction().execute(async (trx) => {
    await trx.insertInto('books').values(rows).execute()
    for (let i = 0; i < given.length; i += ROWS_AT_ONCE)
      await addRatings(
        trx,
        given.slice(i, i + ROWS_AT_ONCE).map((rating) => ({ ...rating, reader: readers[rating.reader] ?? '' })),
      )
    return given.length
  })
}

/**
 * A copy of a book has as many ratings as the real one, from the same readers, but each reader's copies have rated
 * different copies: tastes run through the whole library.
 */
const ratingsOf = ({ books, byBook, times, readers }: Load, n: number, copy: number): CatalogueRating[] =>
  (byBook.get(books[n]?.id ?? 0) ?? []).map(({ reader, stars }) => ({
    reader: reader + readers * ((copy + times - ((reader + n) % times)) % times),
    stars,
  }))

const sumOf = (ratings: CatalogueRating[]) => ratings.reduce((sum, { stars }) => sum + stars, 0)

/** Ratings, and what they say about the interest of the last days. */
const addRatings = (db: Database, ratings: { id: string; reader: string; stars: number }[]) =>
  sql`
  with added as (
    insert into ratings (book_id, user_id, stars, ranked, rated_at)
    select book, reader, stars, true, now() - random() * ${sql.lit(DAYS)} * interval '1 day'
    from unnest(
      ${ratings.map(({ id }) => id)}::uuid[],
      ${ratings.map(({ reader }) => reader)}::uuid[],
      ${ratings.map(({ stars }) => stars)}::int[]
    ) as given (book, reader, stars)
    returning book_id, rated_at, stars
  )
  insert into book_days (book_id, day, views, ratings, stars)
  select book_id, rated_at::date, count(*) * 7, count(*), sum(stars)
  from added
  where rated_at > now() - ${sql.lit(DAYS_OF_INTEREST)} * interval '1 day'
  group by book_id, rated_at::date
  on conflict (book_id, day) do update set
    views = book_days.views + excluded.views,
    ratings = book_days.ratings + excluded.ratings,
    stars = book_days.stars + excluded.stars`.execute(db)

/** People nobody can log in as: their password's hash is none. */
const addPeople = async (db: Database, count: number, named: (n: number) => { name: string; type: string }) => {
  const ids = Array.from({ length: count }, () => idAt(Date.now()))
  for (let i = 0; i < count; i += ROWS_AT_ONCE) {
    const some = ids.slice(i, i + ROWS_AT_ONCE).map((id, k) => ({ id, ...named(i + k) }))
    await sql`
      insert into users (id, username, email, password_hash, user_type, verified)
      select id, name, id || '@example.org', 'none', type, true
      from unnest(
        ${some.map(({ id }) => id)}::uuid[],
        ${some.map(({ name }) => name)}::text[],
        ${some.map(({ type }) => type)}::text[]
      ) as person (id, name, type)`.execute(db)
  }
  return ids
}

/** A handful of drawn covers for all: what a library of a million needs is their addresses. */
const drawCovers = ({ storage, pictures }: Services, books: CatalogueBook[]) =>
  Promise.all(
    books.slice(0, COVERS).map(async (_, n) => {
      const cover = await pictures.drawCover(wordsOf(books, n, 0))
      await storeCover(storage, cover)
      return { hash: cover.hash, color: cover.color }
    }),
  )

/** A UUID of version 7: later ones sort later, so that the index grows at its end. */
const idAt = (ms: number) => {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  const rest = randomBytes(10)
  rest[0] = 0x70 | ((rest[0] ?? 0) & 0x0f)
  rest[2] = 0x80 | ((rest[2] ?? 0) & 0x3f)
  const hex = time + rest.toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
