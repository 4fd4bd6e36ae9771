export const IMPORT_STATES = ['looking', 'ready', 'importing', 'stopped', 'done', 'failed'] as const
export type ImportState = (typeof IMPORT_STATES)[number]
export const IMPORT_ZIP_MAX_BYTES = 2_000_000_000
/** The largest archive on a line with 5 megabits a second. */
export const IMPORT_TIMEOUT_MS = 3_600_000
/** So many imports are kept. */
export const IMPORTS_MAX = 20
/** The maximum of listed tags, and of listed files that are left out. */
export const LISTED_GENRES = 100
export const LISTED_LEFT_OUT = 50
