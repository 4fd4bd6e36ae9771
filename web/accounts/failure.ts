import type { Endpoint } from '#contract/endpoint.ts'
import { isProblem } from '#contract/problems.ts'
import { saidOr } from '#web/api/words-for.ts'
import { AUTH, NETWORK_ERROR } from '#web/messages/accounts.ts'

/** Texts that say all there is to say: no title stands over them. */
const COMPLETE = new Set([
  NETWORK_ERROR,
  'Please verify your email before logging in',
  AUTH.mismatch,
  'Username must be at least 4 characters',
  'Password must be at least 8 characters',
  'Both passwords are required',
  'New password must be at least 8 characters',
  'PDF file is too large (max 10MB). Please compress your file.',
  'Upload timed out. Try a smaller file or check your connection.',
])

export interface Failure {
  title: string | undefined
  text: string | undefined
  /** Messages by field, in the order of the form. */
  errors: Record<string, string>
}

/** A failed call as an alert: titled with the call's own text, saying the server's message. */
export const failureOf = (thrown: unknown, { failureMessage }: Pick<Endpoint, 'failureMessage'>): Failure => {
  const text = thrown instanceof TypeError ? NETWORK_ERROR : saidOr(thrown, { failureMessage })
  const alone = text === failureMessage || COMPLETE.has(text)
  return { title: alone ? undefined : failureMessage, text, errors: (isProblem(thrown) && thrown.errors) || {} }
}
