import type { Readable } from 'node:stream'

export type Content = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** The size of a content, and its SHA-256 in hex. */
export interface Digest {
  sha256: string
  bytes: number
}

/** Where backups are. A path such as `snapshots/2026-11-20-030000/tables/books.jsonl` begins at the place. */
export interface BackupPlace {
  /** The name to display, without the secrets of the address. */
  name: string
  /** Writes or overwrites a file; it is durable, and under its path as a whole, when this resolves. */
  write: (path: string, content: Content) => Promise<Digest>
  /** The error of a missing file is ENOENT. */
  read: (path: string) => Readable
  /** The paths below a folder, of the whole place for ''; none if it does not exist. Throws if there is a link. */
  list: (folder: string) => AsyncIterable<{ path: string; bytes: number }>
  remove: (path: string) => Promise<void>
}

const PATH = /^[\w-]+(?:\/[\w-]+)*(?:\.[a-z\d]+){0,2}$/

/** Whether a path stays in its place. */
export const isBackupPath = (path: string): boolean => PATH.test(path)
