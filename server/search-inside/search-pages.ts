import { PAGE_HITS, type PageHit } from '#contract/search-inside.ts'
import { booksInOrder } from '#server/books/book-serializer.ts'
import { assertNotOlder } from '#server/books/hide-older-books.ts'
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
  services: Services,
  { query, book, page }: PageQuery,
): Promise<{ total: number; hits: PageHit[] }> => {
  if (book !== undefined) await assertNotOlder(services, book)
  const { db, settings } = services
  const { total, pages } = await findPages(services, { query, book, offset: (page - 1) * PAGE_HITS, limit: PAGE_HITS })
  const ids = [...new Set(pages.map(({ bookId }) => bookId))]
  const books = new Map((await booksInOrder(db, ids, settings.filesOrigin)).map((found) => [found._id, found]))
  const hits = pages.flatMap((found) => {
    const hitBook = books.get(found.bookId)
    return hitBook ? [{ book: hitBook, page: found.page, snippet: cutSnippet(found) }] : []
  })
  return { total, hits }
}
