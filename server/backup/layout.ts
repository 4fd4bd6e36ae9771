/** A backup has this description, the rows of each table, the files by their storage keys, and the checksums of all these. */
export const DESCRIPTION = 'backup.json'

export const FORMAT = 1

export interface Description {
  /** The version of the folder's layout. */
  format: number
  /** ISO 8601. */
  createdAt: string
  /** The migrations that were applied. */
  migrations: { name: string; checksum: string }[]
  /** The number of rows of each table. */
  tables: Record<string, number>
}

const FILES = 'files/'

/** JSON lines, one for each row. */
export const rowsPath = (table: string) => `tables/${table}.jsonl`

export const filePath = (key: string) => `${FILES}${key}`

/** The storage key of a file in a backup; undefined for other paths. */
export const storageKey = (path: string) => (path.startsWith(FILES) ? path.slice(FILES.length) : undefined)
