import * as z from 'zod/mini'
import { Email, LanguageTag } from './accounts.ts'
import { endpoint } from './api/endpoint.ts'
import { CaseParams, needed, neededLines } from './shapes/report-fields.ts'
import { NOTICE_TEXT_MAX } from './values/reports.ts'

const truly = (message: string) => z.literal(true, message)

const CONTACT = {
  name: needed(200, 'Please enter your name'),
  email: Email,
  address: neededLines(500, 'Please enter your postal address'),
  signature: needed(200, 'Please sign with your full name'),
}

export const sendCounterNotice = endpoint('POST', '/reports/:id/counter-notice', 'registered', {
  failureMessage: 'The counter-notice could not be sent.',
  rates: [{ by: 'caller', max: 10, seconds: 3600 }],
  summary: 'Answer a notice of copyright: the book returns after the waiting time, unless the claimant goes to court',
  params: CaseParams,
  body: z.strictObject({
    ...CONTACT,
    words: neededLines(NOTICE_TEXT_MAX, 'Please say why you may publish this book'),
    isMistake: truly('Please confirm that the book was hidden by mistake'),
    acceptsCourt: truly('Please confirm that you accept the courts at your address'),
  }),
  response: z.object({ returnsAt: z.string() }),
  status: 201,
})

export const sendCopyrightNotice = endpoint('POST', '/copyright/notices', 'open', {
  failureMessage: 'The notice could not be sent.',
  rates: [{ by: 'address', max: 10, seconds: 3600 }],
  summary: 'Send a notice of copyright about a book; anyone can',
  body: z.strictObject({
    ...CONTACT,
    /** The address of the book's page, or its id. */
    book: needed(300, 'Please enter the address of the book’s page'),
    work: neededLines(NOTICE_TEXT_MAX, 'Please describe the work that was copied'),
    place: neededLines(NOTICE_TEXT_MAX, 'Please say where in the book it is'),
    isGoodFaith: truly('Please confirm that the use is not allowed'),
    isAccurate: truly('Please confirm that the notice is accurate, under penalty of perjury'),
    /** That of the page, in which the mails to the sender are written. */
    language: z.optional(LanguageTag),
  }),
  response: z.object({ _id: z.string() }),
  status: 201,
})
