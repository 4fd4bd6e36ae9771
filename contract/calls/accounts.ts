// Derived from contract/accounts.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/accounts.ts'

export const createGuest = call<typeof endpoints.createGuest>("POST", "/auth/guest", "open")
export const forgotPassword = call<typeof endpoints.forgotPassword>("POST", "/auth/forgot-password", "open")
export const getUserDetails = call<typeof endpoints.getUserDetails>("GET", "/auth/user-details", "member")
export const login = call<typeof endpoints.login>("POST", "/auth/login", "open", "Login failed")
export const logout = call<typeof endpoints.logout>("POST", "/auth/logout", "member")
export const register = call<typeof endpoints.register>("POST", "/auth/register", "open", "Registration failed")
export const resendVerification = call<typeof endpoints.resendVerification>("POST", "/auth/resend-verification", "open")
export const resetPassword = call<typeof endpoints.resetPassword>("POST", "/auth/reset-password", "open")
export const verifyEmail = call<typeof endpoints.verifyEmail>("POST", "/auth/verify", "open")
