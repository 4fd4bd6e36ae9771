import * as z from 'zod/mini'
import { BookParams } from './books.ts'
import { PAPER_NOTICES, PAPER_SIZES, PAPER_STATES } from './values/paper.ts'
import { endpoint } from './api/endpoint.ts'

export * from './values/paper.ts'

const flag = (message: string) => z.boolean(message)

export const PaperOptions = z.strictObject({
  size: z.enum(PAPER_SIZES, `The size is one of ${PAPER_SIZES.join(', ')}`),
  /** Chapters begin on right-hand pages, where readers open a book. */
  opensRight: flag('Say whether chapters begin on right-hand pages: true or false'),
  cropMarks: flag('Say whether there are crop marks: true or false'),
  /** Pictures that have a page of their own run beyond the edge at which it is cut. */
  bleed: z._default(flag('Say whether pictures run beyond the edge: true or false'), false),
  /** Readers may save it, where they may save the book. */
  isOffered: flag('Say whether readers may save it: true or false'),
})
export type PaperOptions = z.infer<typeof PaperOptions>

/** The PDF for paper that is made of an EPUB, as its author sees it. */
export const Paper = z.extend(PaperOptions, {
  state: z.enum(PAPER_STATES),
  pageCount: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
  notices: z.array(z.enum(PAPER_NOTICES)),
  /** For six hours, to see it and to save it; null until it is made. */
  url: z.nullable(z.string()),
  downloadUrl: z.nullable(z.string()),
})
export type Paper = z.infer<typeof Paper>

const PaperAnswer = z.object({ paper: z.nullable(Paper) })

export const getPaper = endpoint('GET', '/books/:id/paper', 'registered', {
  failureMessage: 'Could not load the PDF for paper. Please try again later.',
  scope: 'read',
  summary: 'The PDF for paper of an own book, if its author has asked for one',
  params: BookParams,
  response: PaperAnswer,
})

export const makePaper = endpoint('PUT', '/books/:id/paper', 'registered', {
  failureMessage: 'Could not make the PDF for paper. Please try again later.',
  scope: 'write',
  rates: [{ by: 'caller', max: 60, seconds: 3600, shared: true }],
  invalidates: { tags: ['book'] },
  summary:
    'Have a PDF for paper made of an own EPUB, or change how it is made or offered. A job makes it, and again after each change of the book',
  params: BookParams,
  body: PaperOptions,
  response: PaperAnswer,
})

export const removePaper = endpoint('DELETE', '/books/:id/paper', 'registered', {
  failureMessage: 'Could not remove the PDF for paper. Please try again later.',
  scope: 'write',
  invalidates: { tags: ['book'] },
  summary: 'Remove the PDF for paper of an own book',
  params: BookParams,
  status: 204,
})
