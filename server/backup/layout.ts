/** What stands in a backup beside its sums: this description, the rows of each table, and the files under their keys. */
export const DESCRIPTION = 'backup.json'

export const FORMAT = 1

export interface Description {
  /** The layout of the folder. */
  format: number
  /** When, in ISO 8601. */
  made: string
  /** Those that had made the tables. */
  migrations: { name: string; checksum: string }[]
  /** How many rows each table has. */
  tables: Record<string, number>
}

const FILES = 'files/'

/** One row of JSON a line. */
export const rowsAt = (table: string) => `tables/${table}.jsonl`

export const fileAt = (key: string) => `${FILES}${key}`

/** The key of a file of the storage by its path in a backup; undefined for anything else. */
export const keyOf = (path: string) => (path.startsWith(FILES) ? path.slice(FILES.length) : undefined)
