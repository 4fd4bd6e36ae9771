// Derived from contract/account-security.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/account-security.ts'

export const cancelEmailChange = call<typeof endpoints.cancelEmailChange>("DELETE", "/auth/email-change", "registered")
export const confirmEmailChange = call<typeof endpoints.confirmEmailChange>("POST", "/auth/confirm-email-change", "open")
export const getEmailChange = call<typeof endpoints.getEmailChange>("GET", "/auth/email-change", "registered")
export const listSecurityEvents = call<typeof endpoints.listSecurityEvents>("GET", "/auth/security-events", "registered")
export const requestEmailChange = call<typeof endpoints.requestEmailChange>("PUT", "/auth/email-change", "registered", "Failed to update email")
