/** In the browser's origin private file system, a folder for each user. */
export const FOLDER = 'books'
/** The lock that who writes files holds together, and who removes the folder alone. */
export const FOLDER_LOCK = 'kept-files'
/** Ends the name of a file that is being written. */
export const PART = '.part'
/** Ends the name of a book's text, which lies beside its file. */
export const TEXT = '.text'
/** Ends the name of the words of a book's pages with their places. */
export const READING = '.reading'

export interface FilesToKeep {
  userId: string
  /** `source` is the address on the server, or the content. */
  files: { name: string; source: string | Blob }[]
}

/** Created only to write: what reads or removes a file while a logout removes the folder must not bring it back. */
export const folderOf = async (userId: string, options?: { create: boolean }) => {
  const root = await navigator.storage.getDirectory()
  const books = await root.getDirectoryHandle(FOLDER, options)
  return books.getDirectoryHandle(userId, options)
}

/** The bytes of a file, as they arrive. */
export const openSource = async (source: string | Blob, signal?: AbortSignal) => {
  if (source instanceof Blob) return source.stream()
  const response = await fetch(source, { signal: signal ?? null })
  if (!response.ok || !response.body) throw new Error(`The file answered ${response.status}`)
  return response.body
}
