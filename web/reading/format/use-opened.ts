import { useLastLoaded, useLoaded } from '#web/ui/use-loaded.ts'
import type { OpenedBook } from './opened-book.ts'

/** The chapters of a book; undefined until they are read. */
export const useOutline = (book: OpenedBook | undefined) => useLoaded(book, outlineOf)

/** How long a page of this book takes on average; undefined if it has no text, or until it is measured. */
export const useMinutesPerPage = (book: OpenedBook | undefined) => useLoaded(book, minutesPerPageOf)

/** Whether the book is read from right to left, as far as that is known: another file of it most likely is what the last one was. */
export const useIsRtl = (book: OpenedBook | undefined): boolean => useLastLoaded(book, isRtlOf) ?? false

const outlineOf = (book: OpenedBook) => book.outline()
const minutesPerPageOf = (book: OpenedBook) => book.minutesPerPage()
const isRtlOf = (book: OpenedBook) => book.isRtl()
