import { call } from '#contract/endpoint.ts'

export const updateUserType = call('POST', '/auth/update-user-type', 'registered')
export const updateUsername = call('PUT', '/auth/update-username', 'registered', 'Failed to update username')
export const updateSex = call('PUT', '/auth/update-sex', 'registered', 'Failed to update sex')
export const updateLanguage = call('PUT', '/auth/update-language', 'registered', 'Failed to update the language')
export const updatePassword = call('PUT', '/auth/update-password', 'registered', 'Failed to update password')
export const setProfileImage = call('PUT', '/auth/profile-image', 'registered')
export const removeProfileImage = call('DELETE', '/auth/profile-image', 'registered')
export const listSessions = call('GET', '/auth/sessions', 'registered')
export const endOneSession = call('DELETE', '/auth/sessions/:id', 'registered')
export const endOtherSessions = call('DELETE', '/auth/sessions', 'registered')
export const deleteAccount = call('DELETE', '/auth/account', 'registered')
export const createExportLink = call('POST', '/auth/export', 'registered')
export const createWorksLink = call('POST', '/auth/export-works', 'author')
export const exportAccount = { ...call('GET', '/auth/export', 'registered'), fileType: 'application/zip' } as const
