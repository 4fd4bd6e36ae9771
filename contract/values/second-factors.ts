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
