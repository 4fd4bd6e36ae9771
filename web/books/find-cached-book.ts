import type { QueryClient } from '@tanstack/react-query'
import type { Book, BookDetail, BookPage } from '#contract/books.ts'
import type { Output } from '#contract/endpoint.ts'
import type { relatedBooks } from '#contract/recommendations.ts'

/** A book as a list had it, to show at once while its own page is asked for. */
export const findCachedBook = (client: QueryClient, id: string): BookDetail | undefined => {
  const lists = client
    .getQueryCache()
    .getAll()
    .map(({ state }) => booksIn(state.data))
  const book = lists.flat().find(({ _id }) => _id === id)
  return book && { ...book, ratings: [], pdfBytes: 0 }
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
