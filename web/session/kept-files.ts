import { FOLDER, FOLDER_LOCK, PART, READING, TEXT, folderOf } from './kept-folder.ts'

/** The service worker's caches with the reader's page and its scripts, and the lock for them. Also in the service worker. */
const CACHES = 'kept-'

/** Whether this browser can keep files and open pages without the network. False without a secure context. */
export const canKeepFiles = (): boolean =>
  window.isSecureContext &&
  'serviceWorker' in navigator &&
  'storage' in navigator &&
  'getDirectory' in navigator.storage

/** The file of a kept book. Undefined if the browser has removed it. */
export const openKeptFile = async (userId: string, name: string): Promise<File | undefined> => {
  try {
    const file = await (await (await folderOf(userId)).getFileHandle(name)).getFile()
    return file.size > 0 ? file : undefined
  } catch {
    return undefined
  }
}

export const openKeptText = (userId: string, bookId: string) => openKeptFile(userId, bookId + TEXT)

export const openKeptReading = (userId: string, bookId: string) => openKeptFile(userId, bookId + READING)

export const removeKeptReading = (userId: string, bookId: string) => remove(userId, bookId + READING)

/** Removes a book's file and text, and the reader's page that was cached for it. */
export const removeKeptFile = async (userId: string, bookId: string) => {
  await Promise.allSettled([
    remove(userId, bookId),
    removeKeptText(userId, bookId),
    removeKeptReading(userId, bookId),
    removeKeptPage(bookId),
  ])
}

export const removeKeptText = (userId: string, bookId: string) => remove(userId, bookId + TEXT)

const remove = async (userId: string, name: string) => {
  const folder = await folderOf(userId)
  await Promise.allSettled([folder.removeEntry(name), folder.removeEntry(name + PART)])
}

const removeKeptPage = (bookId: string) =>
  forKeptCaches(async (name) => (await caches.open(name)).delete(`/read/${bookId}`))

/** Removes the pages and scripts that open without the network. */
export const removeKeptPages = () => forKeptCaches((name) => caches.delete(name))

/** Removes all files of all users, and the pages to read them. The session has ended, so that what still writes a file stops. */
export const removeKeptFiles = async () => {
  if (!canKeepFiles()) return
  await Promise.allSettled([navigator.locks.request(FOLDER_LOCK, removeFolder), removeKeptPages()])
}

const removeFolder = async () => (await navigator.storage.getDirectory()).removeEntry(FOLDER, { recursive: true })

/** Waits for the service worker, which would create a cache again that is deleted while it adds pages. */
const forKeptCaches = (change: (name: string) => Promise<unknown>): Promise<void> =>
  navigator.locks.request(CACHES, async () => {
    const names = await caches.keys()
    for (const name of names) if (name.startsWith(CACHES)) await change(name)
  })
