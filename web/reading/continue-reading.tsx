import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Book } from '#contract/books.ts'
import { SHELF } from '#contract/books.ts'
import { listReading } from '#contract/reading.ts'
import { keyOf, query } from '#web/api/query.ts'
import { Shelf } from '#web/books/shelf.tsx'
import { hasStoredPositions, booksWithUnsentPosition } from '#web/session/stored-positions.ts'
import { useSession } from '#web/session/use-session.ts'
import { READING } from '#web/messages/reading.ts'
import { sendUnsentPositions } from './save-position.ts'

/** The books that a member has begun, each at its page; what was read without a network is sent first. */
export const ContinueReading = () => {
  useUnsentPlaces()
  // Who read nothing here has most likely begun nothing: then nothing moves when the answer comes.
  const [expected] = useState(() => (hasStoredPositions() ? undefined : []))
  const asked = useQuery({ ...query(listReading), placeholderData: expected })
  const whereIn = ({ _id }: Book) => {
    const open = asked.data?.find((one) => one._id === _id)
    return open ? READING.at(open.page, open.pageCount, open.device) : ''
  }
  return (
    <Shelf
      title={READING.continue}
      query={asked}
      call={listReading}
      loading={READING.loadingContinue}
      empty={READING.noContinue}
      count={SHELF}
      base="/read/"
      note={whereIn}
    />
  )
}

const useUnsentPlaces = () => {
  const client = useQueryClient()
  const userId = useSession().user?._id
  useEffect(() => {
    if (!userId || booksWithUnsentPosition(userId).length === 0) return
    void sendUnsentPositions(userId).then(() => client.invalidateQueries({ queryKey: keyOf(listReading) }))
  }, [client, userId])
}
