import { call } from '#contract/endpoint.ts'

export const USERNAME_MIN = 4
export const USERNAME_MAX = 32
/** The length of a username. Han, kana and Hangul characters count as two: names in these scripts are short. */
export const usernameLength = (name: string) =>
  [...name].length + (name.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu)?.length ?? 0)
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** Lifetime of the link in a verification mail, in hours. */
export const VERIFY_HOURS = 24
/** Lifetime of a password reset link, in hours. */
export const RESET_HOURS = 1
export const PROFILE_IMAGE_MAX_BYTES = 10_485_760
/** A guest account is deleted after this many days without a visit. */
export const GUEST_DAYS = 90
export const REGISTERED_TITLE = 'Account created successfully'
export const REGISTERED = 'Registration successful! Please check your email to verify your account.'

export const login = call('POST', '/auth/login', 'open', 'Login failed')
export const register = call('POST', '/auth/register', 'open', 'Registration failed')
export const verifyEmail = call('POST', '/auth/verify', 'open')
export const resendVerification = call('POST', '/auth/resend-verification', 'open')
export const getUserDetails = call('GET', '/auth/user-details', 'member')
export const logout = call('POST', '/auth/logout', 'member')
export const createGuest = call('POST', '/auth/guest', 'open')
export const forgotPassword = call('POST', '/auth/forgot-password', 'open')
export const resetPassword = call('POST', '/auth/reset-password', 'open')
export const updateUserType = call('POST', '/auth/update-user-type', 'registered')
export const updateUsername = call('PUT', '/auth/update-username', 'registered', 'Failed to update username')
export const updateSex = call('PUT', '/auth/update-sex', 'registered', 'Failed to update sex')
export const updatePassword = call('PUT', '/auth/update-password', 'registered', 'Failed to update password')
export const setProfileImage = call('PUT', '/auth/profile-image', 'registered')
export const removeProfileImage = call('DELETE', '/auth/profile-image', 'registered')
export const listSessions = call('GET', '/auth/sessions', 'registered')
export const endOneSession = call('DELETE', '/auth/sessions/:id', 'registered')
export const endOtherSessions = call('DELETE', '/auth/sessions', 'registered')
export const deleteAccount = call('DELETE', '/auth/account', 'registered')
export const createExportLink = call('POST', '/auth/export', 'registered')
export const exportAccount = { ...call('GET', '/auth/export', 'registered'), fileType: 'application/zip' } as const
