import { call } from '#contract/endpoint.ts'

/** How long a password or a factor counts as just given, before an action that cannot be undone. */
export const REAUTHENTICATION_MINUTES = 15
/** How long the second step of a login may take. */
export const CHALLENGE_MINUTES = 5
export const RECOVERY_CODES = 10
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60
/** Who must have a second factor. */
export const SECOND_FACTOR_RULES = ['optional', 'administrators'] as const
/** What a second step of the login can be done with. A recovery code is always accepted too. */
export type Factor = 'totp' | 'passkey'

export const logInWithFactor = call('POST', '/auth/second-factor', 'open', 'Login failed')
export const getPasskeyOptions = call('POST', '/auth/passkey-options', 'open')
export const logInWithPasskey = call('POST', '/auth/passkey', 'open', 'Login failed')
export const reauthenticate = call('POST', '/auth/reauthenticate', 'registered')
export const getSecondFactors = call('GET', '/auth/second-factors', 'registered')
export const beginTotp = call('POST', '/auth/second-factors/totp', 'registered')
export const confirmTotp = call('PUT', '/auth/second-factors/totp', 'registered')
export const removeTotp = call('DELETE', '/auth/second-factors/totp', 'registered')
export const getNewPasskeyOptions = call('POST', '/auth/second-factors/passkey-options', 'registered')
export const addPasskey = call('POST', '/auth/second-factors/passkeys', 'registered')
export const renamePasskey = call('PUT', '/auth/second-factors/passkeys/:id', 'registered')
export const removePasskey = call('DELETE', '/auth/second-factors/passkeys/:id', 'registered')
export const replaceRecoveryCodes = call('POST', '/auth/second-factors/recovery-codes', 'registered')
export const resetSecondFactors = call(
  'DELETE',
  '/admin/users/:id/second-factors',
  'admin',
  'Failed to remove the second factors',
)
