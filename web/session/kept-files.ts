/** In the browser's origin private file system, a folder for each user. */
const FOLDER = 'books'
/** The service worker's caches with the reader's page and its scripts. */
const CACHES = 'kept-'

/** Whether this browser can keep files and open pages without the network. False without a secure context. */
export const canKeepFiles = (): boolean =>
  window.isSecureContext &&
  'serviceWorker' in navigator &&
  typeof FileSystemFileHandle !== 'undefined' &&
  'createWritable' in FileSystemFileHandle.prototype

/** Created only to write: what reads or removes a file while a logout removes the folder must not bring it back. */
const folderOf = async (userId: string, options?: { create: boolean }) => {
  const root = await navigator.storage.getDirectory()
  const books = await root.getDirectoryHandle(FOLDER, options)
  return books.getDirectoryHandle(userId, options)
}

/** The file of a kept book. Undefined if the browser has removed it. */
export const openKeptFile = async (userId: string, bookId: string): Promise<File | undefined> => {
  try {
    const file = await (await (await folderOf(userId)).getFileHandle(bookId)).getFile()
    return file.size > 0 ? file : undefined
  } catch {
    return undefined
  }
}

/** Writes a file as it arrives. An earlier file of the book stays until the new one is complete. Returns the size. */
export const writeKeptFile = async (
  userId: string,
  bookId: string,
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<number> => {
  const folder = await folderOf(userId, { create: true })
  const file = await folder.getFileHandle(bookId, { create: true })
  await bytes.pipeTo(await file.createWritable())
  return (await file.getFile()).size
}

/** Removes a file and the reader's page that was cached for it. */
export const removeKeptFile = async (userId: string, bookId: string) => {
  await Promise.allSettled([folderOf(userId).then((folder) => folder.removeEntry(bookId)), removeKeptPage(bookId)])
}

const removeKeptPage = async (bookId: string) => {
  for (const name of await keptCaches()) await (await caches.open(name)).delete(`/read/${bookId}`)
}

/** Removes the pages and scripts that open without the network. */
export const removeKeptPages = async () => {
  for (const name of await keptCaches()) await caches.delete(name)
}

/** Removes all files of all users, and the pages to read them. */
export const removeKeptFiles = async () => {
  if (!canKeepFiles()) return
  const root = await navigator.storage.getDirectory()
  await Promise.allSettled([root.removeEntry(FOLDER, { recursive: true }), removeKeptPages()])
}

const keptCaches = async () => (await caches.keys()).filter((name) => name.startsWith(CACHES))
