/** Lifetime of the link that confirms a new email address, in hours. */
export const EMAIL_CHANGE_HOURS = 24
/** Security events are deleted after this many days, and beyond this many of an account. */
export const SECURITY_EVENT_DAYS = 90
export const SECURITY_EVENTS_MAX = 200

/** What can happen to the access to an account. */
export const SECURITY_EVENT_KINDS = [
  'logged-in',
  'logged-in-on-new-device',
  'logged-out',
  'wrong-password',
  'password-changed',
  'email-change-requested',
  'email-change-cancelled',
  'email-changed',
  'session-ended',
  'other-sessions-ended',
  'became-administrator',
  'no-longer-administrator',
  'second-factor-added',
  'second-factor-removed',
  'recovery-code-used',
  'recovery-codes-replaced',
  'wrong-code',
  'token-made',
  'token-revoked',
  'provider-linked',
  'provider-unlinked',
  'logged-out-by-provider',
  'device-confirmed',
  'device-removed',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]
