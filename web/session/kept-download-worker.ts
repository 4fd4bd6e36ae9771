/** Downloads a file into the origin private file system for browsers that write such files only in a worker. */
import { PART, folderOf, openDownload } from './kept-folder.ts'

export interface FileToKeep {
  userId: string
  bookId: string
  url: string
}

export type KeptAnswer = { bytes: number } | { error: unknown }

// What TypeScript's DOM library has for workers only.
interface WritableHandle extends FileSystemFileHandle {
  createSyncAccessHandle: () => Promise<{
    write: (bytes: Uint8Array<ArrayBuffer>, options: { at: number }) => number
    truncate: (size: number) => void
    flush: () => void
    close: () => void
  }>
  move: (folder: FileSystemDirectoryHandle, name: string) => Promise<void>
}

self.addEventListener('message', async ({ data }: MessageEvent<FileToKeep>) => {
  // One at a time in all tabs: a file can be opened for writing only once.
  const answer = await navigator.locks
    .request('kept-download', () => write(data))
    .then(
      (bytes): KeptAnswer => ({ bytes }),
      (error: unknown): KeptAnswer => ({ error }),
    )
  self.postMessage(answer)
})

/** An earlier file of the book stays until the new one is complete. */
const write = async ({ userId, bookId, url }: FileToKeep): Promise<number> => {
  const reader = (await openDownload(url)).getReader()
  const folder = await folderOf(userId, { create: true })
  const part = (await folder.getFileHandle(bookId + PART, { create: true })) as WritableHandle
  const file = await part.createSyncAccessHandle()
  let size = 0
  try {
    file.truncate(0)
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (file.write(read.value, { at: size }) < read.value.length) throw new DOMException('', 'QuotaExceededError')
      size += read.value.length
    }
    file.flush()
  } finally {
    file.close()
  }
  await part.move(folder, bookId)
  return size
}
