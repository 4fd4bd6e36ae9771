// Derived from contract/single-sign-on.ts by scripts/derive-calls.ts: run it after each change of a call.
import { call } from '#contract/api/endpoint.ts'
import type * as endpoints from '#contract/single-sign-on.ts'

export const addProvider = call<typeof endpoints.addProvider>("POST", "/admin/providers", "admin", "Failed to add the provider")
export const changeProvider = call<typeof endpoints.changeProvider>("PUT", "/admin/providers/:provider", "admin", "Failed to change the provider")
export const confirmSignIn = call<typeof endpoints.confirmSignIn>("POST", "/auth/oidc/confirm", "open")
export const createSignInAccount = call<typeof endpoints.createSignInAccount>("POST", "/auth/oidc/account", "open")
export const deleteProvider = call<typeof endpoints.deleteProvider>("DELETE", "/admin/providers/:provider", "admin", "Failed to remove the provider")
export const finishSignIn = call<typeof endpoints.finishSignIn>("POST", "/auth/oidc/finish", "open")
export const linkWithPassword = call<typeof endpoints.linkWithPassword>("POST", "/auth/oidc/link", "open")
export const listLinkedProviders = call<typeof endpoints.listLinkedProviders>("GET", "/auth/providers", "registered")
export const listProviders = call<typeof endpoints.listProviders>("GET", "/admin/providers", "admin", "Failed to load the providers")
export const logOutOfProvider = call<typeof endpoints.logOutOfProvider>("POST", "/auth/oidc/log-out", "member")
export const mailSignInLink = call<typeof endpoints.mailSignInLink>("POST", "/auth/oidc/link-mail", "open")
export const startConfirmation = call<typeof endpoints.startConfirmation>("POST", "/auth/providers/:provider/confirm", "registered")
export const startLink = call<typeof endpoints.startLink>("POST", "/auth/providers/:provider/link", "registered")
export const startSignIn = call<typeof endpoints.startSignIn>("POST", "/auth/oidc/:provider/start", "open")
export const testProvider = call<typeof endpoints.testProvider>("POST", "/admin/providers/:provider/test", "admin", "Failed to test the provider")
export const unlinkProvider = call<typeof endpoints.unlinkProvider>("DELETE", "/auth/providers/:provider", "registered")
