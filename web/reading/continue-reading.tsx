import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Book } from '#contract/books.ts'
import { SHELF } from '#contract/books.ts'
import { listReading } from '#contract/reading.ts'
import { keyOf, query } from '#web/api/query.ts'
import { Shelf } from '#web/books/shelf.tsx'
import { hasPlaces, unsentBooks } from '#web/session/places.ts'
import { useSession } from '#web/session/use-session.ts'
import { READING } from '#web/messages/reading.ts'
import { sendUnsentPlaces } from './keep-place.ts'

/** The books that a member has begun, each at its page; what was read without a network is sent first. */
export const ContinueReading = () => {
  useUnsentPlaces()
  // Who read nothing here has most likely begun nothing: then nothing moves when the answer comes.
  const [expected] = useState(() => (hasPlaces() ? undefined : []))
  const asked = useQuery({ ...query(listReading), placeholderData: expected })
  const whereIn = ({ _id }: Book) => {
    const open = asked.data?.find((one) => one._id === _id)
    return open ? READING.at(open.page, open.pageCount, open.device) : ''
  }
  return (
    <Shelf
      title={READING.continue}
      asked={asked}
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
    if (!userId || unsentBooks(userId).length === 0) return
    void sendUnsentPlaces(userId).then(() => client.invalidateQueries({ queryKey: keyOf(listReading) }))
  }, [client, userId])
}
