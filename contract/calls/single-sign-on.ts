import { call } from '#contract/endpoint.ts'

/** How long a log-in at a provider may take, which may send a mail first or let people enrol. */
export const SIGN_IN_MINUTES = 60
/** How long a confirmation there may take, after which an action that can't be undone is allowed. */
export const CONFIRMATION_MINUTES = 10
/** How long somebody may take to choose or to prove an account after a log-in at a provider, by a mail too. */
export const TICKET_HOURS = 1
export const PROVIDERS_MAX = 20
export const PROVIDER_NAME_MAX = 40
export const GROUP_TYPES_MAX = 50
export const DEFAULT_SCOPES = 'openid email profile'
/** Whether people log in with a provider only, without passwords. */
export const SIGN_IN_RULES = ['passwords', 'providers'] as const

export const startSignIn = call('POST', '/auth/oidc/:provider/start', 'open')
export const finishSignIn = call('POST', '/auth/oidc/finish', 'open')
export const createSignInAccount = call('POST', '/auth/oidc/account', 'open')
export const linkWithPassword = call('POST', '/auth/oidc/link', 'open')
export const mailSignInLink = call('POST', '/auth/oidc/link-mail', 'open')
export const confirmSignIn = call('POST', '/auth/oidc/confirm', 'open')
export const logOutOfProvider = call('POST', '/auth/oidc/log-out', 'member')

export const listLinkedProviders = call('GET', '/auth/providers', 'registered')
export const startLink = call('POST', '/auth/providers/:provider/link', 'registered')
export const startConfirmation = call('POST', '/auth/providers/:provider/confirm', 'registered')
export const unlinkProvider = call('DELETE', '/auth/providers/:provider', 'registered')

export const listProviders = call('GET', '/admin/providers', 'admin', 'Failed to load the providers')
export const addProvider = call('POST', '/admin/providers', 'admin', 'Failed to add the provider')
export const changeProvider = call('PUT', '/admin/providers/:provider', 'admin', 'Failed to change the provider')
export const deleteProvider = call('DELETE', '/admin/providers/:provider', 'admin', 'Failed to remove the provider')
export const testProvider = call('POST', '/admin/providers/:provider/test', 'admin', 'Failed to test the provider')
