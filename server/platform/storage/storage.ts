import type { Readable } from 'node:stream'

/** A part of a file: first and last byte, both included. */
export interface Part {
  first: number
  last: number
}

/** Where files live. A key is a path of plain names, like `pdf/0198f0.pdf`; a file never changes under its key. */
export interface Storage {
  /** Keeps a file for good before it answers; a path is moved, bytes are written. */
  put: (key: string, content: string | Uint8Array) => Promise<void>
  read: (key: string, part?: Part) => Readable
  /** Reads a part piece by piece; the bytes of a piece are good until `write` has settled, which must be soon after. */
  streamRange: (key: string, part: Part, write: (piece: Buffer) => Promise<void>) => Promise<void>
  /** In bytes; undefined where there is no such file. */
  size: (key: string) => Promise<number | undefined>
  remove: (key: string) => Promise<void>
  /** All keys that begin with a folder's name, with the time of their last change. */
  list: (folder: string) => AsyncIterable<{ key: string; changedAt: Date }>
  /** A folder on the same disk for what is not accepted yet. */
  tempFolder: string
  /** Throws when nothing can be written. */
  check: () => Promise<void>
}
