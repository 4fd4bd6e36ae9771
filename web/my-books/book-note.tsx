import type { ShelfName } from '#contract/calls/shelves.ts'
import { MY_BOOKS } from '#web/messages/shelves.ts'
import { ReadSoFar } from '#web/reading/shelf/read-so-far.tsx'

/** How long a page takes to read, on average. */
const MINUTES_PER_PAGE = 1.5

interface BookNoteProps {
  shelf: ShelfName
  book: { page?: number | undefined; pageCount: number; userRating?: number | undefined } | undefined
}

/** What a shelf says below a book: how far it was read and how long the rest takes, or the reader's own stars. */
export const BookNote = ({ shelf, book }: BookNoteProps) => {
  if (!book) return null
  const { page, pageCount, userRating } = book
  if (shelf === 'reading' && page !== undefined)
    return (
      <>
        <ReadSoFar page={page} pages={pageCount} />
        {MY_BOOKS.timeLeft(Math.round((pageCount - page) * MINUTES_PER_PAGE))}
      </>
    )
  return userRating === undefined ? null : MY_BOOKS.stars(userRating)
}
