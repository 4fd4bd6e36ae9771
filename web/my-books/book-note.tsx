import { hoursOrMinutes } from '#web/language/durations.ts'
import type { ShelfName } from '#contract/values/shelves.ts'
import type { ShelvedBook } from '#contract/shelves.ts'
import { READING } from '#web/messages/reading.ts'
import { MY_BOOKS } from '#web/messages/shelves.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import css from './my-books.module.css'

/** How long a page takes to read, on average. */
const MINUTES_PER_PAGE = 1.5

interface BookNoteProps {
  shelf: ShelfName
  book: Pick<ShelvedBook, '_id' | 'title' | 'pageCount' | 'page' | 'userRating'> | undefined
}

/** What a shelf says below a book: how far it was read and how long the rest takes, or the reader's own stars. */
export const BookNote = ({ shelf, book }: BookNoteProps) => {
  if (!book) return null
  const { _id: id, title, page, pageCount, userRating } = book
  if (shelf === 'reading' && page !== undefined)
    return (
      <>
        {READING.pageOf(page, pageCount)}
        <span className={css.bar} aria-hidden="true">
          <span style={{ width: `${(page / pageCount) * 100}%` }} />
        </span>
        <span className={css.left}>
          {MY_BOOKS.timeLeft(hoursOrMinutes(Math.round((pageCount - page) * MINUTES_PER_PAGE)))}
        </span>
        <ButtonLink kind="quiet" className={css.continue} to={`/read/${id}`} aria-label={MY_BOOKS.continueWith(title)}>
          {MY_BOOKS.continue}
        </ButtonLink>
      </>
    )
  return userRating === undefined ? null : MY_BOOKS.stars(userRating)
}
