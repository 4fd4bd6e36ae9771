import * as z from 'zod/mini'
import { PAGE_MAX } from './place-address.ts'

const PAGE = 'A page is a whole number from 1.'
const POSITION = 'A position in the text of a page is a whole number from 0.'
const POSITION_MAX = 10_000_000

const CFI = 'A place in an EPUB is a CFI, such as epubcfi(/6/4!/4/2/1:0).'
const CFI_MAX = 1000

/** An EPUB canonical fragment identifier, see https://idpf.org/epub/linking/cfi/. */
const sentCfi = z.string(CFI).check(z.maxLength(CFI_MAX, CFI), z.regex(/^epubcfi\([^\p{Cc}\p{Surrogate}]+\)$/u, CFI))

/**
 * A place in a book: a page, counted from 1, of its file or of the text of an EPUB (see edition-pages.ts), where `cfi` is the
 * place on it. Positions, marks, reports, hits of a search and links have one, and get its fields from here.
 */
export const Place = z.object({ page: z.int(), cfi: z.optional(z.string()) })
export type Place = z.infer<typeof Place>

/** A page as a client sends it. */
export const sentPage = (message = PAGE, max = PAGE_MAX) =>
  z.int(message).check(z.minimum(1, message), z.maximum(max, message))

/** A place on a page as a client sends it. */
export const sentPlaceOnPage = z.optional(sentCfi)

export const SentPlace = z.strictObject({ page: sentPage(), cfi: sentPlaceOnPage })

const position = z.int(POSITION).check(z.minimum(0, POSITION), z.maximum(POSITION_MAX, POSITION))

/** A part of a book's text: from `start` to `end` in the text of the page (see web/marks/page-text.ts). */
export const SentPassage = z.extend(SentPlace, { start: position, end: position })
