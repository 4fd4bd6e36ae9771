import * as z from 'zod/mini'
import { Email, GivenPassword, MailToken } from './accounts.ts'
import { SECURITY_EVENT_KINDS } from './values/account-security.ts'
import { endpoint } from './api/endpoint.ts'
import { Message } from './shapes/people.ts'

export * from './values/account-security.ts'

export const getEmailChange = endpoint('GET', '/auth/email-change', 'registered', {
  summary: 'The address that the account is to change to, once it is confirmed',
  response: z.object({ pending: z.nullable(z.object({ newEmail: z.string(), requestedAt: z.string() })) }),
})

export const requestEmailChange = endpoint('PUT', '/auth/email-change', 'registered', {
  failureMessage: 'Failed to update email',
  rates: [
    { by: 'caller', max: 5, seconds: 3600, shared: true },
    { by: 'address', max: 20, seconds: 3600, shared: true },
  ],
  summary: 'Send a link to a new address that makes it the address of the account; until then the present one stays',
  /** The password is absent where the account has none; then a log-in at its provider is needed shortly before. */
  body: z.strictObject({ newEmail: Email, password: z.optional(GivenPassword) }),
  response: Message,
})

export const cancelEmailChange = endpoint('DELETE', '/auth/email-change', 'registered', {
  summary: 'Cancel the change to an address that is not confirmed yet',
  status: 204,
})

export const confirmEmailChange = endpoint('POST', '/auth/confirm-email-change', 'open', {
  rates: [{ by: 'address', max: 30, seconds: 600, shared: true }],
  summary: 'Change the address of an account with the token from the mail, and end its other sessions',
  body: z.strictObject({ token: MailToken }),
  response: z.extend(Message, { email: z.string() }),
})

export const SecurityEvent = z.object({
  _id: z.string(),
  kind: z.enum(SECURITY_EVENT_KINDS),
  at: z.string(),
  /** The browser and its system, such as 'Firefox on Linux', and the shortened network; empty if unknown. */
  device: z.string(),
  network: z.string(),
  /** How often it happened on that day, for wrong passwords and codes. */
  count: z.int(),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

export const listSecurityEvents = endpoint('GET', '/auth/security-events', 'registered', {
  summary: 'The security events of the account in the last 90 days, the latest first, at most 200',
  response: z.array(SecurityEvent),
})
