import { translateSentence } from '#web/messages/translate-sentence.ts'
import type { Call } from '#contract/api/endpoint.ts'
import { isProblem } from '#contract/api/api-error.ts'
import { serverMessage } from '#web/api/error-message.ts'
import { UNEXPECTED } from '#web/messages/site.ts'

/** The server's message, `noAnswer` if the server did not answer, or else the message of the thrown error. */
export const adminErrorMessage = (
  thrown: unknown,
  call: Pick<Call, 'failureMessage'>,
  noAnswer: string = call.failureMessage ?? UNEXPECTED,
): string => {
  if (isProblem(thrown)) return translateSentence(serverMessage(thrown, call))
  if (thrown instanceof TypeError) return noAnswer
  return (thrown instanceof Error && thrown.message) || UNEXPECTED
}
