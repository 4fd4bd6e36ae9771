import { useEffect, useMemo, useState } from 'react'
import { KEPT_BOOKS } from '#web/messages/kept-books.ts'
import { readKeptBook } from '#web/session/kept-books.ts'
import { openKeptFile } from '#web/session/kept-files.ts'
import { storeUserId, storedUserId } from '#web/session/stored-account.ts'
import { useHasToken } from '#web/session/use-session.ts'
import { useToast } from '#web/ui/toast.tsx'
import { fileOf, keepBook, removeKeptBook } from './keep-book.ts'

/** The entry of a kept book and its file: undefined until it is open, null if there is none. */
export const useKeptFile = (bookId: string) => {
  const hasToken = useHasToken()
  const owner = useMemo(() => (hasToken ? storedUserId() : undefined), [hasToken])
  const kept = useMemo(() => (owner ? readKeptBook(owner, bookId) : undefined), [owner, bookId])
  const [file, setFile] = useState<File | null>()
  const isKept = kept !== undefined
  useEffect(() => {
    if (!owner || !isKept) return
    let isUnmounted = false
    void openKeptFile(owner, bookId).then((opened) => !isUnmounted && setFile(opened ?? null))
    return () => {
      isUnmounted = true
    }
  }, [owner, bookId, isKept])
  return { owner, kept, file: kept ? file : null }
}

type KeptFile = ReturnType<typeof useKeptFile>

/** Removes a kept book that is gone from the library, and replaces the file of one that its author has changed. */
export const useKeptUpdates = (
  { owner, kept }: KeptFile,
  { isGone, url }: { isGone: boolean; url: string | undefined },
) => {
  const toast = useToast()
  useEffect(() => {
    if (!owner || !kept) return
    if (isGone) void removeKeptBook(owner, kept.book._id)
    else if (url && fileOf(url) !== kept.file)
      keepBook(owner, kept.book).then(
        () => toast.good(KEPT_BOOKS.newFile),
        () => undefined,
      )
  }, [owner, kept, isGone, url, toast])
}

/** Stores whose session this is while the network can say it, so that a kept book opens without it. */
export const useStoredUser = (userId: string | undefined, bookId: string) =>
  useEffect(() => {
    if (userId && readKeptBook(userId, bookId)) storeUserId(userId)
  }, [userId, bookId])
