import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isProblem } from '#contract/api/api-error.ts'
import { listAllMarks } from '#contract/calls/marks.ts'
import type { MarkInBook, MarkPage } from '#contract/marks.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf } from '#web/api/query.ts'
import { sendUnsentMarks, syncBooks } from '#web/marks/open-marks.ts'
import { keptBookIds, readKeptBook } from '#web/session/kept-books.ts'
import { storedMarks } from '#web/session/stored-marks.ts'
import { hasUnsentMarks } from '#web/session/unsent-marks.ts'
import { narrowMarks } from './narrow-marks.ts'
import type { NotesQuery } from './notes-address.ts'

/** A page of marks: of all books from the library, or without a network those in kept books. */
export const useNotes = (userId: string, narrowed: NotesQuery) => {
  const { data, error, refetch } = useQuery({
    queryKey: [...keyOf(listAllMarks), userId, narrowed],
    queryFn: () => loadNotes(userId, narrowed),
    placeholderData: keepPreviousData,
    // Marks are made in other tabs.
    staleTime: 0,
  })
  const isOnline = data?.isOffline === false
  useEffect(() => {
    // So that they are here without a network, also those of other devices.
    if (isOnline) syncBooks(userId, keptBookIds(userId)).catch(() => undefined)
  }, [isOnline, userId])
  useEffect(() => {
    const again = () => void refetch()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [refetch])
  return { data, error, refetch }
}

const loadNotes = async (userId: string, narrowed: NotesQuery): Promise<MarkPage & { isOffline: boolean }> => {
  const { query, kind, color, order, page } = narrowed
  try {
    if (hasUnsentMarks(userId)) await sendUnsentMarks(userId)
    const loaded = await api(listAllMarks, {
      query: { order, page, ...(query && { query }), ...(kind && { kind }), ...(color && { color }) },
    })
    return { ...loaded, isOffline: false }
  } catch (thrown) {
    // Without an answer there is no network.
    if (isProblem(thrown) || keptBookIds(userId).length === 0) throw thrown
    return { ...narrowMarks(await keptMarks(userId), narrowed), isOffline: true }
  }
}

const keptMarks = async (userId: string): Promise<MarkInBook[]> => {
  const storage = await storedMarks()
  const all = await Promise.all(
    keptBookIds(userId).map(async (bookId) => {
      const { title = null, author = null } = readKeptBook(userId, bookId)?.book ?? {}
      const { marks } = await storage.load({ userId, bookId })
      const book = { _id: bookId, title, author, isOpen: true }
      return marks.flatMap(({ id, content }) => (content ? [{ id, content, book }] : []))
    }),
  )
  return all.flat()
}
