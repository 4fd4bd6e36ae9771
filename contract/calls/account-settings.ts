// Derived from contract/account-settings.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/account-settings.ts'

export const createExportLink = call<typeof endpoints.createExportLink>("POST", "/auth/export", "registered")
export const createWorksLink = call<typeof endpoints.createWorksLink>("POST", "/auth/export-works", "author")
export const deleteAccount = call<typeof endpoints.deleteAccount>("DELETE", "/auth/account", "registered")
export const endOneSession = call<typeof endpoints.endOneSession>("DELETE", "/auth/sessions/:id", "registered")
export const endOtherSessions = call<typeof endpoints.endOtherSessions>("DELETE", "/auth/sessions", "registered")
export const exportAccount = call<typeof endpoints.exportAccount>("GET", "/auth/export", "registered", undefined, "application/zip")
export const listSessions = call<typeof endpoints.listSessions>("GET", "/auth/sessions", "registered")
export const removeProfileImage = call<typeof endpoints.removeProfileImage>("DELETE", "/auth/profile-image", "registered")
export const setProfileImage = call<typeof endpoints.setProfileImage>("PUT", "/auth/profile-image", "registered")
export const updateLanguage = call<typeof endpoints.updateLanguage>("PUT", "/auth/update-language", "registered", "Failed to update the language")
export const updatePassword = call<typeof endpoints.updatePassword>("PUT", "/auth/update-password", "registered", "Failed to update password")
export const updateSex = call<typeof endpoints.updateSex>("PUT", "/auth/update-sex", "registered", "Failed to update sex")
export const updateUserType = call<typeof endpoints.updateUserType>("POST", "/auth/update-user-type", "registered")
export const updateUsername = call<typeof endpoints.updateUsername>("PUT", "/auth/update-username", "registered", "Failed to update username")
