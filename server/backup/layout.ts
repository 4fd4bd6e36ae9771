import { createHash } from 'node:crypto'
/**
 * A backup has a description, the rows of each table, the files by their storage keys, and a list of the SHA-256 of all
 * these, which completes it. A folder that is written by hand has all of it. A place of backups has a folder for each
 * snapshot, beside the files, which they share; and a folder of rows for each upgrade.
 */
export const DESCRIPTION = 'backup.json'
export const LIST = 'SHA256SUMS'
export const FILES = 'files/'
export const SNAPSHOTS = 'snapshots/'
export const ROWS = 'rows/'

/** The latest version of the layout, and the one of a backup in which no table has several files. */
export const FORMAT = 2
export const FORMAT_OF_WHOLE_TABLES = 1

export interface Description {
  /** The version of the folder's layout. */
  format: number
  /** ISO 8601. */
  createdAt: string
  /** The migrations that were applied. */
  migrations: { name: string; checksum: string }[]
  /** The number of rows of each table. */
  tables: Record<string, number>
  /** How many files the rows of a table have, where that is more than one. */
  parts?: Record<string, number>
  /** The age recipients that rows and files are encrypted for, with commas between. */
  encryptedFor?: string
}

/** JSON lines, one for each row. */
export const rowsPath = (table: string, part = 1) => `tables/${table}${part > 1 ? `.${part}` : ''}.jsonl`

/** Where files are: those for other recipients apart, so that a new key leaves nothing readable for the old one alone. */
export const filesFolder = (recipients: string | undefined) => (recipients ? `files-${nameOf(recipients)}/` : FILES)

/** A recipient by itself; several by their sum, as a name has no room for all. */
const nameOf = (recipients: string) =>
  recipients.includes(',') ? `age1${createHash('sha256').update(recipients).digest('hex').slice(0, 58)}` : recipients

/** A marker file that exists while encrypted files are rewritten and the checksum lists are not updated yet. */
export const repairMark = (recipients: string) => `repairing-${nameOf(recipients)}`

const STORED = /^files(?:-age1[a-z\d]+)?\/(.+)$/

/** The storage key of a file in a backup; undefined for other paths. */
export const storageKey = (path: string): string | undefined => STORED.exec(path)?.[1]

/** The name of a snapshot: its time in UTC, as `2026-11-20-030000`. */
export const snapshotName = (at: Date): string => at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')

export const snapshotTime = (name: string): Date =>
  new Date(name.replace(/^(.{10})-(\d\d)(\d\d)(\d\d)$/, '$1T$2:$3:$4Z'))
