import type { BookFormatName } from '#contract/values/books.ts'
import { grouped } from './counts.ts'

/** The messages of a book's page. */

export const BOOK = {
  loading: 'Loading book details...',
  notFound: 'Book not found.',
  notFoundText: 'Its author may have deleted it, a moderator may have hidden it, or the address may be misspelt.',
  failedTitle: 'The book could not be loaded',
  back: 'Back to the library',
  by: 'By',
  titled: (title: string, author: string) => `${title} by ${author}`,
  category: 'Category',
  pages: 'Pages',
  aboutPages: (pages: string) => `about ${pages}`,
  format: 'Format',
  formats: { pdf: 'PDF', epub: 'EPUB' } satisfies Record<BookFormatName, string>,
  views: 'Views',
  read: 'Read Now',
  newTab: ' (opens in a new tab)',
  about: 'About this book',
} as const

export const RATING = {
  heading: 'Ratings',
  yours: (stars: number) => `Your rating: ${stars}/5`,
  rate: 'Rate this book',
  thanks: 'Thank you for rating this book!',
  logIn: 'Log in to rate this book',
  average: 'average of',
  count: (count: number) => (count === 1 ? '1 rating' : `${grouped(count)} ratings`),
  none: 'Not rated yet',
  noneText: 'Be the first to rate it.',
  stars: (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`),
} as const

export const COMMENTS = {
  heading: 'Comments',
  loading: 'Loading comments...',
  failed: 'Failed to load comments. Please try again later.',
  none: 'No comments yet. Be the first to comment!',
  unknown: 'Unknown User',
  more: 'More comments',
  logIn: 'Log in to comment',
  day: (day: number, month: string, year: number) => `${day} ${month} ${year}`,
} as const

/** The months, for `COMMENTS.day`. */
export const MONTHS: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
