import type { QueryClient } from '@tanstack/react-query'
import type { Book, BookDetail, BookPage } from '#contract/books.ts'
import type { Output } from '#contract/api/endpoint.ts'
import type { relatedBooks } from '#contract/calls/recommendations.ts'

/** Finds a book in the cached lists, to show it while its details load. */
export const findCachedBook = (client: QueryClient, id: string): BookDetail | undefined => {
  const lists = client
    .getQueryCache()
    .getAll()
    .map(({ state }) => booksIn(state.data))
  const book = lists.flat().find(({ _id }) => _id === id)
  return book && { ...book, ratings: [], fileBytes: 0, pdfBytes: 0, coverSeed: null }
}

type Lists = Partial<BookPage & Output<typeof relatedBooks>>

const listsIn = ({ books = [], byAuthor = [], alsoLiked = [] }: Lists = {}): Book[] => [
  ...books,
  ...byAuthor,
  ...alsoLiked,
]

const booksIn = (data: unknown): Book[] => {
  const list = Array.isArray(data) ? data : listsIn(data as Lists | undefined)
  return list.filter((one: Partial<Book>) => one.title !== undefined && one.image !== undefined) as Book[]
}
