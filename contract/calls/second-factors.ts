// Derived from contract/second-factors.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/second-factors.ts'

export const addPasskey = call<typeof endpoints.addPasskey>("POST", "/auth/second-factors/passkeys", "registered")
export const beginTotp = call<typeof endpoints.beginTotp>("POST", "/auth/second-factors/totp", "registered")
export const confirmTotp = call<typeof endpoints.confirmTotp>("PUT", "/auth/second-factors/totp", "registered")
export const getNewPasskeyOptions = call<typeof endpoints.getNewPasskeyOptions>("POST", "/auth/second-factors/passkey-options", "registered")
export const getPasskeyOptions = call<typeof endpoints.getPasskeyOptions>("POST", "/auth/passkey-options", "open")
export const getSecondFactors = call<typeof endpoints.getSecondFactors>("GET", "/auth/second-factors", "registered")
export const logInWithFactor = call<typeof endpoints.logInWithFactor>("POST", "/auth/second-factor", "open", "Login failed")
export const logInWithPasskey = call<typeof endpoints.logInWithPasskey>("POST", "/auth/passkey", "open", "Login failed")
export const reauthenticate = call<typeof endpoints.reauthenticate>("POST", "/auth/reauthenticate", "registered")
export const removePasskey = call<typeof endpoints.removePasskey>("DELETE", "/auth/second-factors/passkeys/:id", "registered")
export const removeTotp = call<typeof endpoints.removeTotp>("DELETE", "/auth/second-factors/totp", "registered")
export const renamePasskey = call<typeof endpoints.renamePasskey>("PUT", "/auth/second-factors/passkeys/:id", "registered")
export const replaceRecoveryCodes = call<typeof endpoints.replaceRecoveryCodes>("POST", "/auth/second-factors/recovery-codes", "registered")
export const resetSecondFactors = call<typeof endpoints.resetSecondFactors>("DELETE", "/admin/users/:id/second-factors", "admin", "Failed to remove the second factors")
