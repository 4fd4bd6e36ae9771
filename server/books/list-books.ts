import { sql } from 'kysely'
import { type BookPage, COUNTED_HITS, type Sort } from '#contract/books.ts'
import { genreNamed } from '#contract/genres.ts'
import type { Services } from '#server/platform/services.ts'
import { bookOf, selectBooks } from './book-shape.ts'
import { byCloseness, matching } from './matching.ts'
import { bayesianRating } from './top-rated.ts'

interface Wanted {
  page: number
  limit: number
  genre?: string | undefined
  query?: string | undefined
  sort?: Sort
}

const ORDER = {
  new: sql`books.created_at desc, books.id desc`,
  title: sql`title, books.id`,
  'top-rated': sql`${bayesianRating} desc, books.id desc`,
  'most-read': sql`views desc, books.id desc`,
}

/** A page of the library. A genre that there isn't has no books; with a query the count stops at 1,000. */
export const listBooks = async (services: Services, { page, limit, genre, query = '', sort = 'new' }: Wanted): Promise<BookPage> => {
  const { db, settings } = services
  const wanted = genre === undefined ? undefined : genreNamed(genre)
  const words = matching(query)
  if (genre !== undefined && !wanted) return pageOf([], 0, page, limit)

  const hits = db
    .selectFrom('books')
    .$if(wanted !== undefined, (q) => q.where('genre', '=', wanted ?? ''))
    .$if(words !== undefined, (q) => q.where(words ?? sql<boolean>`true`))
  const counted = words ? hits.select('id').limit(COUNTED_HITS).as('hits') : hits.select('id').as('hits')
  const { total } = await db
    .selectFrom(counted)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const offset = (page - 1) * limit
  if (offset >= total) return pageOf([], total, page, limit)

  const rows = await selectBooks(db)
    .$if(wanted !== undefined, (q) => q.where('genre', '=', wanted ?? ''))
    .$if(words !== undefined, (q) => q.where(words ?? sql<boolean>`true`))
    .orderBy(words && sort === 'new' ? byCloseness(query) : ORDER[sort])
    .limit(limit)
    .offset(offset)
    .execute()
  return pageOf(rows.map(bookOf(settings.filesOrigin)), total, page, limit)
}

const pageOf = (books: BookPage['books'], totalBooks: number, currentPage: number, limit: number): BookPage => ({
  books,
  currentPage,
  totalBooks,
  totalPages: Math.ceil(totalBooks / limit),
})
