import * as z from 'zod/mini'
import { idInPath } from './ids.ts'
import { line, lines } from './text.ts'
import { ANSWER_MAX, REPORT_KINDS, REPORT_REASONS, REPORT_WORDS_MAX } from '#contract/values/reports.ts'

export const Kind = z.enum(REPORT_KINDS, `Choose one of ${REPORT_KINDS.join(', ')}.`)
export const Reason = z.enum(REPORT_REASONS, 'Please choose a reason')

/** One or two sentences; with the reason 'other' they are needed. */
export const reportWords = lines({
  min: 0,
  max: REPORT_WORDS_MAX,
  missing: 'This is a text.',
  tooLong: `Please say it in at most ${REPORT_WORDS_MAX} characters`,
})

export const needed = (max: number, missing: string) =>
  line({ max, missing, tooLong: `This has at most ${max} characters.` })
export const neededLines = (max: number, missing: string) =>
  lines({ max, missing, tooLong: `This has at most ${max.toLocaleString('en')} characters.` })

export const CaseParams = z.object({ id: idInPath('reportNotFound') })
export const Text = z.nullable(z.string())

export const answerWords = neededLines(ANSWER_MAX, 'Please write your answer first')
