import { type RawBuilder, sql } from 'kysely'
import type { BookPage, Sort } from '#contract/books.ts'
import { readCounter } from '#server/platform/database/counters.ts'
import type { PagedList, PageQuery } from '#server/platform/database/paged-list.ts'
import { isShown } from './is-shown.ts'

export type GenrePage = PageQuery<Sort, string>

const SHOWN = { table: sql`books`, id: sql<string>`books.id`, where: isShown }

/**
 * Orders that change with ratings and views are read from narrow tables, which triggers on `books` maintain. Those have no
 * rows of hidden books.
 */
export const LIBRARY: PagedList<Sort, string> = {
  orders: {
    new: { ...SHOWN, keys: [sql`created_at`, sql`id`], isDescending: true },
    title: { ...SHOWN, keys: [sql`title`, sql`id`] },
    'top-rated': {
      table: sql`book_ranks`,
      id: sql`book_ranks.book_id`,
      keys: [sql`rating`, sql`book_id`],
      isDescending: true,
    },
    'most-read': {
      table: sql`book_views`,
      id: sql`book_views.book_id`,
      keys: [sql`book_views.views`, sql`book_id`],
      isDescending: true,
    },
  },
  filter: (genre) => sql`genre = ${genre}`,
  count: (db, genre) => readCounter(db, 'books', genre),
}

/** The same orders for a few books, which are sorted. */
export const SORTED: Record<Sort, RawBuilder<unknown>> = {
  new: sql`books.created_at desc, books.id desc`,
  title: sql`title, books.id`,
  'top-rated': sql`bayesian_rating(ranked_sum, ranked_count) desc, books.id desc`,
  'most-read': sql`books.views desc, books.id desc`,
}

export const toBookPage = (
  books: BookPage['books'],
  totalBooks: number,
  { page, limit }: Pick<GenrePage, 'page' | 'limit'>,
): BookPage => ({ books, currentPage: page, totalBooks, totalPages: Math.ceil(totalBooks / limit) })
