// Derived from contract/versions.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/versions.ts'

export const getManuscript = call<typeof endpoints.getManuscript>("GET", "/books/:id/versions/:number/manuscript", "registered", "Could not open the manuscript. Please try again later.")
export const listVersions = call<typeof endpoints.listVersions>("GET", "/books/:id/versions", "registered", "Failed to load the versions. Please try again later.")
export const removeVersion = call<typeof endpoints.removeVersion>("DELETE", "/books/:id/versions/:number", "registered", "Could not remove this version. Please try again later.")
export const restoreVersion = call<typeof endpoints.restoreVersion>("POST", "/books/:id/versions/:number/restore", "registered", "Could not go back to this version. Please try again later.")
