import { open } from 'node:fs/promises'
import type { ReadBytes } from './read-edition.ts'

/** An edition on the disk, until it is disposed of. */
export const fileParts = async (path: string): Promise<{ read: ReadBytes } & AsyncDisposable> => {
  const handle = await open(path)
  return {
    read: async (begin, end) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - begin), 0, end - begin, begin)
      return buffer.subarray(0, bytesRead)
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}
