import * as z from 'zod/mini'
import { EpubManifest } from './epub.ts'

/** Where a part is: from its first byte after the index, and its length in bytes. */
export const EditionPart = z.object({ at: z.int(), bytes: z.int() })
export type EditionPart = z.infer<typeof EditionPart>

/**
 * The index of an edition: what the browser reads of an EPUB, in one file beside the book's own. `chapters` and
 * `resources` are in the order of those of the manifest. `pages` are where the pages of a chapter begin in its text
 * (see edition-pages.ts).
 *
 * The file begins with `EDITION_MAGIC` and the length of the index (a `uint32`, little-endian), the index follows as JSON
 * in gzip, then the parts: each chapter as JSON in gzip (`EpubChapter`), each resource as it is.
 */
export const EditionIndex = z.object({
  manifest: EpubManifest,
  chapters: z.array(z.extend(EditionPart, { pages: z.array(z.int()) })),
  resources: z.array(EditionPart),
})
export type EditionIndex = z.infer<typeof EditionIndex>
