import { buffer } from 'node:stream/consumers'
import type { Storage } from '#server/platform/storage/storage.ts'

/** The stored file that a book is read from: its edition if it has one, else its own. */
export interface StoredBook {
  /** All of it, read once. */
  bytes: () => Promise<Buffer>
  /** A part of it, `end` excluded. */
  part: (begin: number, end: number) => Promise<Buffer>
}

/** The file of this key, which is read when it is asked for. */
export const storedBook = (storage: Pick<Storage, 'read'>, key: string): StoredBook => {
  let whole: Promise<Buffer> | undefined
  return {
    bytes: () => (whole ??= buffer(storage.read(key))),
    part: (begin, end) =>
      end > begin ? buffer(storage.read(key, { first: begin, last: end - 1 })) : Promise.resolve(Buffer.alloc(0)),
  }
}
