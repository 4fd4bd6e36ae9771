// Derived from contract/api-tokens.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/api-tokens.ts'

export const createToken = call<typeof endpoints.createToken>("POST", "/auth/tokens", "registered", "Failed to make the token")
export const listTokens = call<typeof endpoints.listTokens>("GET", "/auth/tokens", "registered")
export const revokeToken = call<typeof endpoints.revokeToken>("DELETE", "/auth/tokens/:id", "registered", "Failed to revoke the token")
