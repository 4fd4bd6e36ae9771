import type { FileHandle } from 'node:fs/promises'
import type { Part } from './storage.ts'

const CHUNK_BYTES = 128 * 1024
/** The number of buffers retained for reuse; others are garbage-collected. */
const MAX_POOLED = 64

const pool: Buffer[] = []

/**
 * Streams a range of a file to `write` with one buffer, which is read into again when its bytes are sent: thousands of
 * clients that don't read hold one each.
 */
export const streamRange = async (file: FileHandle, { first, last }: Part, write: (chunk: Buffer) => Promise<void>) => {
  const buffer = pool.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES)
  try {
    for (let at = first; at <= last;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, last + 1 - at), at)
      if (bytesRead === 0) throw new Error('the file is shorter than it was')
      at += bytesRead
      await write(buffer.subarray(0, bytesRead))
    }
    // After a failed write the system may still be reading its buffer, which is then not reused.
    if (pool.length < MAX_POOLED) pool.push(buffer)
  } finally {
    await file.close()
  }
}
