// Derived from contract/pen-names.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/pen-names.ts'

export const createPenName = call<typeof endpoints.createPenName>("POST", "/auth/pen-names", "author", "Failed to save the pen name")
export const deletePenName = call<typeof endpoints.deletePenName>("DELETE", "/auth/pen-names/:id", "registered", "Failed to remove the pen name")
export const listPenNames = call<typeof endpoints.listPenNames>("GET", "/auth/pen-names", "registered", "Failed to load your pen names")
export const removePenNameImage = call<typeof endpoints.removePenNameImage>("DELETE", "/auth/pen-names/:id/image", "registered", "Failed to remove the picture")
export const setPenNameImage = call<typeof endpoints.setPenNameImage>("PUT", "/auth/pen-names/:id/image", "registered", "Failed to save the picture")
export const updatePenName = call<typeof endpoints.updatePenName>("PUT", "/auth/pen-names/:id", "registered", "Failed to save the pen name")
