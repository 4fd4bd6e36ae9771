import type { QueryClient } from '@tanstack/react-query'
import type { Book, BookDetail, BookPage } from '#contract/books.ts'

/** A book as a list had it, to show at once while its own page is asked for. */
export const knownBook = (client: QueryClient, id: string): BookDetail | undefined => {
  const lists = client
    .getQueryCache()
    .getAll()
    .map(({ state }) => booksIn(state.data))
  const book = lists.flat().find(({ _id }) => _id === id)
  return book && { ...book, ratings: [], pdfBytes: 0 }
}

const booksIn = (data: unknown): Book[] => {
  const list = Array.isArray(data) ? data : ((data as Partial<BookPage> | undefined)?.books ?? [])
  return list.filter((one: Partial<Book>) => one.title !== undefined && one.image !== undefined) as Book[]
}
