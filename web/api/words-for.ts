import type { Endpoint } from '#contract/endpoint.ts'
import { isProblem } from '#contract/problems.ts'
import { UNEXPECTED } from '#web/messages/site.ts'

type Call = Pick<Endpoint, 'failureMessage'>

const FAILED_ITSELF = 500

/** What to tell a person of a failed call: the server's words where they say what to do, else the call's own. */
export const wordsFor = (thrown: unknown, call: Call): string => {
  // Of its own failures the server says less than the call does.
  const isPersons = isProblem(thrown) && thrown.status < FAILED_ITSELF
  return (isPersons && thrown.message) || call.failureMessage || saidOr(thrown, call)
}

/** The server's words whatever they are, else the call's own. */
export const saidOr = (thrown: unknown, call: Call): string =>
  (isProblem(thrown) && thrown.message) || call.failureMessage || UNEXPECTED
