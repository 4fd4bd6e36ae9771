import { SEARCH_HITS, type SearchHit } from '#contract/books.ts'
import type { Services } from '#server/platform/services.ts'
import { findBooks, idsOf } from '#server/search/find-books.ts'
import { matchRanges } from '#server/search/match-ranges.ts'
import { booksInOrder } from './book-serializer.ts'

export const searchBooks = async (
  { db, settings }: Services,
  { query, limit }: { query: string; limit: number },
): Promise<SearchHit[]> => {
  const found = query === '' ? undefined : await findBooks(db, { query, limit: Math.min(limit, SEARCH_HITS) })
  if (!found) return []
  const marks = new Map(found.hits.map((hit) => [hit.bookId, hit.marks]))
  const books = await booksInOrder(db, idsOf(found), settings.filesOrigin)
  return books.map((book) => {
    const [title = [], author = []] = [book.title, book.author].map((text) =>
      matchRanges(text, marks.get(book._id) ?? []),
    )
    return { ...book, matches: { title, author } }
  })
}
