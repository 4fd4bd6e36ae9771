import { grouped } from './counts.ts'

export const BOOKS_COUNT = (count: number) => (count === 1 ? '1 book' : `${grouped(count)} books`)

/** The messages of a series: its page, and the way from one of its books to the next. */
export const SERIES = {
  title: 'Series',
  loading: 'Loading the series...',
  notFound: 'There is no such series.',
  notFoundText: 'Its author may have deleted or withdrawn its books, or the address may be misspelt.',
  failed: 'The series could not be loaded',
  titled: (name: string, author: string | undefined) => (author === undefined ? name : `${name} by ${author}`),
  description: (name: string, count: number) =>
    count === 1 ? `A book in the series ${name}.` : `The ${grouped(count)} books of the series ${name}, in order.`,
  count: BOOKS_COUNT,
  first: (shown: number) => `These are the first ${grouped(shown)}.`,
  number: (number: number) => `Book ${number}`,
  next: 'Next in the series',
  nextIn: (name: string) => `Next in ${name}`,
  readNext: 'Read the next book',
} as const
