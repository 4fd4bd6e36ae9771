import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { FLOWS } from '#contract/values/books.ts'
import { getBook } from '#contract/calls/books.ts'
import { api } from '#web/api/api-client.ts'
import { KEPT_BOOKS } from '#web/messages/kept-books.ts'
import { type KeptBook, fileOf, onKeptBooksChange, readKeptBook } from '#web/session/kept-books.ts'
import { openKeptFile } from '#web/session/kept-files.ts'
import { storeUserId, storedUserId } from '#web/session/stored-account.ts'
import { useHasToken } from '#web/session/use-session.ts'
import { useLoaded } from '#web/ui/use-loaded.ts'
import { useToast } from '#web/ui/toast.tsx'

let early: { key: string; opening: Promise<File | undefined> } | undefined

/** Opens the file of a kept book while the other modules of its page are still being loaded. */
export const prepareKeptFile = (bookId: string) => {
  const owner = storedUserId()
  if (owner && readKeptBook(owner, bookId)) early = { key: owner + bookId, opening: openKeptFile(owner, bookId) }
}

/** Once: the file may be another one later. */
const takeKeptFile = async ({ owner, kept: { book } }: { owner: string; kept: KeptBook }) => {
  const opening = early?.key === owner + book._id ? early.opening : openKeptFile(owner, book._id)
  early = undefined
  return (await opening) ?? null
}

/**
 * The entry of a book that was kept when it was opened, and its file: undefined until it is open, null if there is none. Both
 * change when the book is updated or removed. A book that is kept while it is read stays open from the library.
 */
export const useKeptFile = (bookId: string) => {
  const hasToken = useHasToken()
  const owner = useMemo(() => (hasToken ? storedUserId() : undefined), [hasToken])
  const wasKept = useMemo(() => Boolean(owner && readKeptBook(owner, bookId)), [owner, bookId])
  const path = useSyncExternalStore(
    onKeptBooksChange,
    () => (owner && wasKept ? readKeptBook(owner, bookId)?.file : undefined),
    () => undefined,
  )
  const entry = useMemo(() => {
    const kept = owner && path ? readKeptBook(owner, bookId) : undefined
    return owner && kept ? { owner, kept } : undefined
  }, [owner, bookId, path])
  const file = useLoaded(entry, takeKeptFile)
  return { owner, wasKept, kept: entry?.kept, file: entry ? file : null }
}

type KeptFile = ReturnType<typeof useKeptFile>

/**
 * Removes a kept book that is gone from the library, replaces the file of one that its author has changed, and adds a text
 * that was made later.
 */
export const useKeptUpdates = (
  { owner, kept }: KeptFile,
  { isGone, url }: { isGone: boolean; url: string | undefined },
) => {
  const toast = useToast()
  useEffect(() => {
    if (!owner || !kept) return
    const update = async () => {
      const isChanged = url !== undefined && fileOf(url) !== kept.file
      const isTextMissing = url !== undefined && !FLOWS[kept.book.format] && !kept.textParts?.length
      if (!isGone && !isChanged && !isTextMissing) return
      const { keepBook, keepMissingText, removeKeptBook } = await import('./keep-book.ts')
      if (isGone) return removeKeptBook(owner, kept.book._id)
      if (!isChanged) return keepMissingText(owner, kept)
      // Its words, and whether it is a PDF or an EPUB, may be others too.
      await keepBook(owner, await api(getBook, { params: { id: kept.book._id } }))
      toast.good(KEPT_BOOKS.newFile)
    }
    update().catch(() => undefined)
  }, [owner, kept, isGone, url, toast])
}

/** Stores whose session this is while the network can say it, so that a kept book opens without it. */
export const useStoredUser = (userId: string | undefined, bookId: string) =>
  useEffect(() => {
    if (userId && readKeptBook(userId, bookId)) storeUserId(userId)
  }, [userId, bookId])
