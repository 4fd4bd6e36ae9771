import { useQuery } from '@tanstack/react-query'
import { SHELF } from '#contract/values/books.ts'
import type { Book, BookPage } from '#contract/books.ts'
import { premiumBooks } from '#contract/calls/premium.ts'
import { query } from '#web/api/query.ts'

export const premiumStrip = (limit: number = SHELF) => query(premiumBooks, { query: { limit } })

export const premiumPage = (page: number) => query(premiumBooks, { query: { page } })

/** The newest premium books. */
export const usePremiumStrip = (limit?: number) => useQuery({ ...premiumStrip(limit), select: toBooks })

/** One page of all premium books; the previous page is shown until it is loaded. */
export const usePremiumPage = (page: number) =>
  useQuery({ ...premiumPage(page), select: toPage, placeholderData: (previous) => previous })

const toBooks = (answer: Book[] | BookPage) => (Array.isArray(answer) ? answer : answer.books)

const toPage = (answer: Book[] | BookPage): BookPage =>
  Array.isArray(answer) ? { books: answer, currentPage: 1, totalBooks: answer.length, totalPages: 1 } : answer
