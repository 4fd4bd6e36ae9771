import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { Api } from '#contract/api/client.ts'
import { api } from '#web/api/api-client.ts'
import { type MarkOwner, storedMarks } from '#web/session/stored-marks.ts'
import { onTokenChange, readToken } from '#web/session/token.ts'
import { writeUnsentMarks } from '#web/session/unsent-marks.ts'
import { useLoaded } from '#web/ui/use-loaded.ts'
import { type MarkStore, type MarksState, createMarkStore } from './mark-store.ts'

const stores = new Map<string, Promise<MarkStore>>()
/** Those that are open: a list that is opened later shows its marks at once. */
const opened = new Map<string, MarkStore>()

const keyOf = ({ userId, bookId }: MarkOwner) => `${userId}:${bookId}`

const openChannel = () => {
  try {
    return new BroadcastChannel('marks')
  } catch {
    // Firefox refuses it where storage is blocked.
    return undefined
  }
}
/** Tells the other tabs of this browser of changes. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : openChannel()

/** For one session alone: while a call waits for the network, somebody else may log in, whose marks these are not. */
const apiOf =
  (token: string | null): Api =>
  async (call, ...args) => {
    if (readToken() !== token) throw new Error('The session ended')
    return api(call, ...args)
  }

const openMarks = (owner: MarkOwner, token: string | null): Promise<MarkStore> => {
  const key = keyOf(owner)
  const ofSession = `${key}:${token}`
  const opening =
    stores.get(ofSession) ??
    storedMarks().then(async (storage) => {
      const store = createMarkStore(storage, apiOf(token), owner, () => tabs?.postMessage(key))
      tabs?.addEventListener('message', ({ data }) => data === key && void store.read())
      await store.read()
      opened.set(key, store)
      return store
    })
  stores.set(ofSession, opening)
  // Browsers may lose the connection to their storage: the next attempt reads it again.
  opening.catch(() => stores.delete(ofSession))
  return opening
}

/** Sends the marks that were made without a network, in all books. What can't be sent stays for the next attempt. */
export const sendUnsentMarks = async (userId: string) => {
  const token = readToken()
  const storage = await storedMarks()
  for (const bookId of await storage.booksWithUnsent(userId)) await (await openMarks({ userId, bookId }, token)).sync()
  writeUnsentMarks(userId, (await storage.booksWithUnsent(userId)).length > 0)
}

/** Loads what other devices marked in these books, and sends what was marked here. What fails is left for the next time. */
export const syncBooks = async (userId: string, bookIds: string[]) => {
  const token = readToken()
  for (const bookId of bookIds) await (await openMarks({ userId, bookId }, token)).sync()
}

const NO_STATE: MarksState = { isLoaded: false, marks: [], conflicts: [], sync: 'sent' }
const NOTHING = () => () => undefined
const noState = () => NO_STATE

/** A reader's marks in a book; no store until the browser's storage is open. */
export const useMarks = ({ userId, bookId }: MarkOwner) => {
  // Another tab may begin another session of the same person.
  const token = useSyncExternalStore(onTokenChange, readToken, () => null)
  const open = useCallback((id: string) => openMarks({ userId, bookId: id }, token), [userId, token])
  const store = useLoaded(bookId, open) ?? opened.get(keyOf({ userId, bookId }))
  const state = useSyncExternalStore(store?.subscribe ?? NOTHING, store?.snapshot ?? noState, noState)
  return { store, state }
}

const RETRY_MS = 10_000

/** Keeps the marks of an open book up to date: at once, when the network or the tab is back, and while something is unsent. */
export const useMarkSync = (store: MarkStore | undefined, isUnsent: boolean) => {
  useEffect(() => {
    if (!store) return
    const sync = () => void store.sync()
    const onVisible = () => document.visibilityState === 'visible' && sync()
    sync()
    window.addEventListener('online', sync)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      window.removeEventListener('online', sync)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [store])
  useEffect(() => {
    if (!store || !isUnsent) return
    const timer = window.setInterval(() => void store.sync(), RETRY_MS)
    return () => window.clearInterval(timer)
  }, [store, isUnsent])
}
