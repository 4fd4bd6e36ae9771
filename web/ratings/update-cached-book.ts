import type { QueryClient } from '@tanstack/react-query'
import { getBook } from '#contract/calls/books.ts'
import type { BookDetail } from '#contract/books.ts'
import { getPremiumBook } from '#contract/calls/premium.ts'
import { query } from '#web/api/query.ts'

/** Updates a book in the query cache, for both its library page and its premium page. */
export const updateCachedBook = (client: QueryClient, id: string, change: (book: BookDetail) => BookDetail) => {
  for (const call of [getBook, getPremiumBook])
    client.setQueryData(query(call, { params: { id } }).queryKey, (book) => book && change(book))
}
