import type { BookFormatName } from '#contract/values/books.ts'

/** What is missing or wrong in the form of a book, and how far its upload is. */
export const BOOK_FORM = {
  noTitle: 'Please enter a book title',
  noAuthor: 'Please enter author name',
  noCaption: 'Please enter a description',
  noImage: 'Please select an image',
  noFile: 'Please select a PDF file',
  noGenre: 'Please select a genre',
  tooLarge: {
    pdf: () => 'PDF file is too large (max 10MB). Please compress your file.',
    epub: (megabytes: number) => `EPUB file is too large (max ${megabytes}MB). Please compress your file.`,
  } satisfies Record<BookFormatName, (megabytes: number) => string>,
  secondsLeft: (seconds: number) => (seconds === 1 ? 'About 1 second left' : `About ${seconds} seconds left`),
  minutesLeft: (minutes: number) => (minutes === 1 ? 'About 1 minute left' : `About ${minutes} minutes left`),
  percent: (percent: number) => `${percent}%`,
  sent: (sent: string, total: string) => `${sent} of ${total} MB`,
} as const
