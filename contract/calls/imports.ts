// Derived from contract/imports.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/imports.ts'

export const getImportReport = call<typeof endpoints.getImportReport>("GET", "/admin/imports/:id/report", "admin", "Failed to load the report")
export const listImports = call<typeof endpoints.listImports>("GET", "/admin/imports", "admin", "Failed to load the imports")
export const prepareImport = call<typeof endpoints.prepareImport>("POST", "/admin/imports", "admin", "Failed to prepare the import")
export const removeImport = call<typeof endpoints.removeImport>("DELETE", "/admin/imports/:id", "admin", "Failed to remove the import")
export const startImport = call<typeof endpoints.startImport>("POST", "/admin/imports/:id/start", "admin", "Failed to start the import")
export const stopImport = call<typeof endpoints.stopImport>("POST", "/admin/imports/:id/stop", "admin", "Failed to stop the import")
