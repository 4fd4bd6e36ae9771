import * as z from 'zod/mini'
import { BookParams } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { pageIfSent } from './api/paging.ts'
import { Place } from './shapes/place.ts'
import { BLOCK_KINDS } from './values/text-view.ts'

export * from './values/text-view.ts'

/** A heading, a paragraph, or lines of code, with the page of the file on which it begins. */
export const TextBlock = z.object({ ...Place.shape, kind: z.enum(BLOCK_KINDS), text: z.string() })
export type TextBlock = z.infer<typeof TextBlock>

/** `parts` are the first pages of the parts that the text is loaded in; there are none if the book has no text view. */
export const BookText = z.object({ parts: z.array(z.int()), blocks: z.array(TextBlock) })
export type BookText = z.infer<typeof BookText>

export const getBookText = endpoint('GET', '/books/:id/text', 'member', {
  failureMessage: 'The text could not be loaded. Please try again later.',
  scope: 'read',
  summary:
    'The text of a PDF as headings and paragraphs, with the pages on which they begin; the part that has the page `from`, without `from` no blocks',
  params: BookParams,
  query: z.object({ from: pageIfSent }),
  response: BookText,
  isCompressed: true,
})

/** A line of a page as `PackedLine` of page-reading.ts says. */
const Line = z.tuple([z.int(), z.int(), z.int(), z.int(), z.string(), z.array(z.int())])

/** An entry of the outline that names its page in a way that pdf.js does not read. */
export const ContentsEntry = z.object({ title: z.string(), page: Place.shape.page })
export type ContentsEntry = z.infer<typeof ContentsEntry>

/**
 * The words of some pages, `first` being the first of them; no pages for a book or page whose words are not known. With the
 * first pages, in the order of the outline, its entries whose place pdf.js does not read.
 */
export const PageReading = z.object({
  first: z.int(),
  pages: z.array(z.array(Line)),
  contents: z.optional(z.array(ContentsEntry)),
})
export type PageReading = z.infer<typeof PageReading>

export const getPageReading = endpoint('GET', '/books/:id/reading', 'member', {
  failureMessage: 'The words of the page could not be loaded. Please try again later.',
  scope: 'read',
  summary: 'The words of the pages of a PDF around a page, with where they are',
  params: BookParams,
  query: z.object({ page: pageIfSent }),
  response: PageReading,
  isCompressed: true,
})
