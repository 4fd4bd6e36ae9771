import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Book } from '#contract/books.ts'
import { SHELF } from '#contract/values/books.ts'
import { listReading } from '#contract/calls/reading.ts'
import { query } from '#web/api/query.ts'
import { Shelf } from '#web/books/shelf.tsx'
import { hasStoredPositions } from '#web/session/stored-positions.ts'
import { READING } from '#web/messages/reading.ts'
import css from './continue-reading.module.css'
import { WithdrawnBooks } from './withdrawn-books.tsx'

/** The books that a member is reading, each with its page; nothing if there are none. */
export const ContinueReading = () => {
  // Without stored positions the list is most likely empty: rendering it as empty prevents a layout shift. The page above
  // runs the same query: a retry on mount would hide its error.
  const [expected] = useState(() => (hasStoredPositions() ? undefined : []))
  const reading = useQuery({ ...query(listReading), placeholderData: expected, retryOnMount: false })
  const positionOf = ({ _id }: Book) => {
    const open = reading.data?.find((one) => one._id === _id)
    return open && <ReadSoFar page={open.page} pages={open.pageCount} />
  }
  // Most members have begun no book, and need not ask.
  const withdrawn = (hasStoredPositions() || Boolean(reading.data?.length)) && <WithdrawnBooks />
  if (reading.data?.length === 0) return withdrawn
  return (
    <>
      {withdrawn}
      <Shelf
        title={READING.continue}
        query={reading}
        call={listReading}
        loading={READING.loadingContinue}
        empty=""
        count={SHELF}
        base="/read/"
        note={positionOf}
      />
    </>
  )
}

const ReadSoFar = ({ page, pages }: { page: number; pages: number }) => (
  <>
    {READING.pageOf(page, pages)}
    <span className={css.bar} aria-hidden="true">
      <span style={{ width: `${(page / pages) * 100}%` }} />
    </span>
  </>
)
