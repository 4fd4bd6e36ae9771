/** In the browser's origin private file system, a folder for each user. */
export const FOLDER = 'books'
/** Ends the name of a file that is being downloaded. */
export const PART = '.part'

/** Created only to write: what reads or removes a file while a logout removes the folder must not bring it back. */
export const folderOf = async (userId: string, options?: { create: boolean }) => {
  const root = await navigator.storage.getDirectory()
  const books = await root.getDirectoryHandle(FOLDER, options)
  return books.getDirectoryHandle(userId, options)
}

/** The bytes of a file on the server, as they arrive. */
export const openDownload = async (url: string) => {
  const response = await fetch(url)
  if (!response.ok || !response.body) throw new Error(`The file answered ${response.status}`)
  return response.body
}
