import { call } from '#contract/endpoint.ts'

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

export const listImports = call('GET', '/admin/imports', 'admin', 'Failed to load the imports')
export const prepareImport = call('POST', '/admin/imports', 'admin', 'Failed to prepare the import')
export const startImport = call('POST', '/admin/imports/:id/start', 'admin', 'Failed to start the import')
export const stopImport = call('POST', '/admin/imports/:id/stop', 'admin', 'Failed to stop the import')
export const removeImport = call('DELETE', '/admin/imports/:id', 'admin', 'Failed to remove the import')
export const getImportReport = call('GET', '/admin/imports/:id/report', 'admin', 'Failed to load the report')
