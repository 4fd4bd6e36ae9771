import { FOLDER, PART, folderOf } from './kept-folder.ts'

/** The service worker's caches with the reader's page and its scripts, and the lock for them. Also in the service worker. */
const CACHES = 'kept-'

/** Whether this browser can keep files and open pages without the network. False without a secure context. */
export const canKeepFiles = (): boolean =>
  window.isSecureContext &&
  'serviceWorker' in navigator &&
  'storage' in navigator &&
  'getDirectory' in navigator.storage

/** The file of a kept book. Undefined if the browser has removed it. */
export const openKeptFile = async (userId: string, bookId: string): Promise<File | undefined> => {
  try {
    const file = await (await (await folderOf(userId)).getFileHandle(bookId)).getFile()
    return file.size > 0 ? file : undefined
  } catch {
    return undefined
  }
}

/** Removes a file and the reader's page that was cached for it. */
export const removeKeptFile = async (userId: string, bookId: string) => {
  const remove = async (name: string) => (await folderOf(userId)).removeEntry(name)
  await Promise.allSettled([remove(bookId), remove(bookId + PART), removeKeptPage(bookId)])
}

const removeKeptPage = (bookId: string) =>
  forKeptCaches(async (name) => (await caches.open(name)).delete(`/read/${bookId}`))

/** Removes the pages and scripts that open without the network. */
export const removeKeptPages = () => forKeptCaches((name) => caches.delete(name))

/** Removes all files of all users, and the pages to read them. */
export const removeKeptFiles = async () => {
  if (!canKeepFiles()) return
  const root = await navigator.storage.getDirectory()
  await Promise.allSettled([root.removeEntry(FOLDER, { recursive: true }), removeKeptPages()])
}

/** Waits for the service worker, which would create a cache again that is deleted while it adds pages. */
const forKeptCaches = (change: (name: string) => Promise<unknown>): Promise<void> =>
  navigator.locks.request(CACHES, async () => {
    const names = await caches.keys()
    for (const name of names) if (name.startsWith(CACHES)) await change(name)
  })
