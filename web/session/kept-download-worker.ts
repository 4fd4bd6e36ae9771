/** Writes files into the origin private file system for browsers that write such files only in a worker. */
import { type FilesToKeep, PART, folderOf, openSource } from './kept-folder.ts'

export type KeptAnswer = { bytes: number } | { error: unknown }

// What TypeScript's DOM library has for workers only.
interface WritableHandle extends FileSystemFileHandle {
  createSyncAccessHandle: () => Promise<{
    write: (bytes: Uint8Array<ArrayBuffer>, options: { at: number }) => number
    // Safari before version 16.4 resolves them later: it moves no file that is open, and writes none that is being cut.
    truncate: (size: number) => void | Promise<void>
    flush: () => void | Promise<void>
    close: () => void | Promise<void>
  }>
  move: (folder: FileSystemDirectoryHandle, name: string) => Promise<void>
}

self.addEventListener('message', async ({ data }: MessageEvent<FilesToKeep>) => {
  // One at a time in all tabs: a file can be opened for writing only once.
  const answer = await navigator.locks
    .request('kept-download', () => writeAll(data))
    .then(
      (bytes): KeptAnswer => ({ bytes }),
      (error: unknown): KeptAnswer => ({ error }),
    )
  self.postMessage(answer)
})

const writeAll = async ({ userId, files }: FilesToKeep): Promise<number> => {
  const folder = await folderOf(userId, { create: true })
  let bytes = 0
  for (const file of files) bytes += await write(folder, file)
  return bytes
}

/** An earlier file of that name stays until the new one is complete. */
const write = async (folder: FileSystemDirectoryHandle, { name, source }: FilesToKeep['files'][number]) => {
  const reader = (await openSource(source)).getReader()
  const part = (await folder.getFileHandle(name + PART, { create: true })) as WritableHandle
  const file = await part.createSyncAccessHandle()
  let size = 0
  try {
    await file.truncate(0)
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (file.write(read.value, { at: size }) < read.value.length) throw new DOMException('', 'QuotaExceededError')
      size += read.value.length
    }
    await file.flush()
  } finally {
    await file.close()
  }
  await part.move(folder, name)
  return size
}
