import { SEARCH_HITS } from '#contract/books.ts'
import { findBooks } from '#server/search/find-books.ts'
import type { Services } from '#server/platform/services.ts'
import { booksInOrder } from './book-serializer.ts'

export const searchBooks = async ({ db, settings }: Services, { query, limit }: { query: string; limit: number }) => {
  if (query === '') return []
  const found = await findBooks(db, { query, limit: Math.min(limit, SEARCH_HITS) })
  return found ? booksInOrder(db, found.ids, settings.filesOrigin) : []
}
