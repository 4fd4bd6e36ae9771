import type { Readable } from 'node:stream'

/** A byte range, both ends included. */
export interface Part {
  first: number
  last: number
}

/** File storage. A key is a path such as `pdf/0198f0.pdf`; the file of a key never changes. */
export interface Storage {
  /** Stores a file durably before it resolves. `content` is a path, which is moved, or the bytes. */
  put: (key: string, content: string | Uint8Array) => Promise<void>
  read: (key: string, part?: Part) => Readable
  /** Reads a range in chunks. A chunk's buffer is reused as soon as `write` has settled. */
  streamRange: (key: string, part: Part, write: (chunk: Buffer) => Promise<void>) => Promise<void>
  /** In bytes; undefined where the file doesn't exist. */
  size: (key: string) => Promise<number | undefined>
  /** Changes whenever the file is damaged or restored from outside; undefined where it is known not to exist. */
  version: (key: string) => Promise<string | undefined>
  remove: (key: string) => Promise<void>
  /** All keys in a folder, with the time of their last change and their size. */
  list: (folder: string) => AsyncIterable<{ key: string; changedAt: Date; bytes: number }>
  /** A local folder for uploads that aren't accepted yet; with files on the disk, on the same disk. */
  tempFolder: string
  /** Throws when no file can be written. */
  check: () => Promise<void>
}
