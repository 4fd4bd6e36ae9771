import type { FileHandle } from 'node:fs/promises'
import type { Part } from './storage.ts'

const CHUNK_BYTES = 64 * 1024
/** The number of buffers retained for reuse; others are garbage-collected. */
const MAX_POOLED = 64

const pool: Buffer[] = []

/** Streams a range of a file to `write` with two buffers: one is read while the other is written. */
export const streamRange = async (file: FileHandle, { first, last }: Part, write: (chunk: Buffer) => Promise<void>) => {
  let [current, next] = [takeBuffer(), takeBuffer()]
  let writing = Promise.resolve()
  try {
    for (let at = first; at <= last;) {
      const { bytesRead } = await file.read(current, 0, Math.min(current.length, last + 1 - at), at)
      if (bytesRead === 0) throw new Error('the file is shorter than it was')
      at += bytesRead
      await writing
      writing = write(current.subarray(0, bytesRead))
      writing.catch(() => {})
      ;[current, next] = [next, current]
    }
    await writing
    // After a failed write the system may still be reading its buffer, which is then not reused.
    if (pool.length < MAX_POOLED) pool.push(current, next)
  } finally {
    await file.close()
  }
}

const takeBuffer = () => pool.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES)
