import * as z from 'zod/mini'
import { EpubAccessibility } from './epub.ts'

/** What an EPUB says of its accessibility, and what was seen in it. */
export const EpubBookAccessibility = z.extend(EpubAccessibility, {
  /** The facts of earlier EPUBs are stored without it. */
  kind: z.optional(z.literal('epub')),
  /** Its pages have a fixed layout. */
  isFixed: z.boolean(),
  hasContents: z.boolean(),
  /** It has the pages of the printed edition. */
  hasPageList: z.boolean(),
})
export type EpubBookAccessibility = z.infer<typeof EpubBookAccessibility>

/** What was seen in a PDF, which says nothing of its accessibility itself. */
export const PdfBookAccessibility = z.object({
  kind: z.literal('pdf'),
  /** How many of the pages that were looked at have text, empty ones aside; unknown if none could be looked at. */
  text: z.enum(['all', 'some', 'none', 'unknown']),
  /** It has tags, which name its headings and paragraphs in their order. */
  isTagged: z.boolean(),
  /** The language of the whole, as a tag; null if it names none. */
  language: z.nullable(z.string()),
  hasContents: z.boolean(),
})
export type PdfBookAccessibility = z.infer<typeof PdfBookAccessibility>

/** What is known of a book's accessibility by its file. */
export const BookAccessibility = z.union([PdfBookAccessibility, EpubBookAccessibility])
export type BookAccessibility = z.infer<typeof BookAccessibility>
