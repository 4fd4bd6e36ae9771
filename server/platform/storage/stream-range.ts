import type { FileHandle } from 'node:fs/promises'
import type { Part } from './storage.ts'

const PIECE_BYTES = 128 * 1024
/** Pieces of memory that wait for the next file; more than these are left to the collector. */
const MAX_SPARE = 64

const spare: Buffer[] = []

/** Gives a part of a file to `write`, the next piece read while one is written: two pieces of memory for a whole file. */
export const streamRange = async (file: FileHandle, { first, last }: Part, write: (piece: Buffer) => Promise<void>) => {
  let [ready, next] = [takePiece(), takePiece()]
  let writing = Promise.resolve()
  try {
    for (let at = first; at <= last;) {
      const { bytesRead } = await file.read(ready, 0, Math.min(ready.length, last + 1 - at), at)
      if (bytesRead === 0) throw new Error('the file is shorter than it was')
      at += bytesRead
      await writing
      writing = write(ready.subarray(0, bytesRead))
      writing.catch(() => {})
      ;[ready, next] = [next, ready]
    }
    await writing
    // Only what was written to its end may be given to another: the system might still be reading it.
    if (spare.length < MAX_SPARE) spare.push(ready, next)
  } finally {
    await file.close()
  }
}

const takePiece = () => spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES)
