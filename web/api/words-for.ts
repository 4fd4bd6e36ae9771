import type { Endpoint } from '#contract/endpoint.ts'
import { isProblem } from '#contract/problems.ts'
import { UNEXPECTED } from '#web/words/site.ts'

/** What to tell a person of a failed call: the server's words, else the call's own. */
export const wordsFor = (thrown: unknown, call: Pick<Endpoint, 'failed'>): string => {
  const said = isProblem(thrown) ? thrown.message : ''
  return said || call.failed || UNEXPECTED
}
