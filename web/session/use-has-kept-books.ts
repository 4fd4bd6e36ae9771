import { useSyncExternalStore } from 'react'
import { keptBookIds, onKeptBooksChange } from './kept-books.ts'

/** Whether this user has books on this device. */
export const useHasKeptBooks = (userId: string | undefined) =>
  useSyncExternalStore(
    onKeptBooksChange,
    () => Boolean(userId && keptBookIds(userId).length > 0),
    () => false,
  )
