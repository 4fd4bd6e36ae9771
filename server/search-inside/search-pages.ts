import { PAGE_HITS, type PageHit } from '#contract/search-inside.ts'
import { booksInOrder } from '#server/books/book-serializer.ts'
import type { Services } from '#server/platform/services.ts'
import { findPages } from './find-pages.ts'
import { cutSnippet } from './cut-snippet.ts'

interface PageQuery {
  query: string
  book?: string | undefined
  page: number
}

/** A page of the hits inside books, each with the part of its text that has the words. */
export const searchPages = async (
  { db, settings }: Services,
  { query, book, page }: PageQuery,
): Promise<{ total: number; hits: PageHit[] }> => {
  const { total, pages } = await findPages(db, { query, book, offset: (page - 1) * PAGE_HITS, limit: PAGE_HITS })
  const ids = [...new Set(pages.map(({ bookId }) => bookId))]
  const books = new Map((await booksInOrder(db, ids, settings.filesOrigin)).map((found) => [found._id, found]))
  const hits = pages.flatMap((found) => {
    const hitBook = books.get(found.bookId)
    return hitBook ? [{ book: hitBook, page: found.page, snippet: cutSnippet(found) }] : []
  })
  return { total, hits }
}
