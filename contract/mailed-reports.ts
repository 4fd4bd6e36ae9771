import * as z from 'zod/mini'
import { endpoint } from './api/endpoint.ts'
import { PROBLEMS } from './api/problems.ts'
import { answerWords, Text } from './shapes/report-fields.ts'
import { OUTCOMES } from './values/reports.ts'

const BAD_LINK = PROBLEMS.badReportToken.message
const Token = z.string(BAD_LINK).check(z.regex(/^[\w-]{44}$/, BAD_LINK))

const MailedReport = z.object({
  side: z.enum(['owner', 'claimant']),
  name: z.string(),
  outcome: z.nullable(z.enum(OUTCOMES)),
  decisionWords: z.string(),
  returnsAt: Text,
  mayAnswer: z.boolean(),
  /** The counter-notice, which the claimant may see. */
  counterNotice: z.nullable(
    z.object({ words: z.string(), name: z.string(), email: z.string(), address: z.string(), at: z.string() }),
  ),
})
export type MailedReport = z.infer<typeof MailedReport>

export const openMailedReport = endpoint('POST', '/reports/mailed', 'open', {
  failureMessage: 'Failed to load the report',
  rates: [{ by: 'address', max: 60, seconds: 600 }],
  summary: 'The decision that the link of a mail answers; a call that writes nothing, with the token in its body',
  body: z.strictObject({ token: Token }),
  response: MailedReport,
})

export const answerMailedReport = endpoint('POST', '/reports/mailed/answer', 'open', {
  failureMessage: 'The answer could not be sent.',
  rates: [{ by: 'address', max: 20, seconds: 3600 }],
  summary: 'Answer a decision with the link of a mail: a suspended person, or the claimant who has gone to court',
  body: z.strictObject({ token: Token, words: answerWords }),
  status: 204,
})
