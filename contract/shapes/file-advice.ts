import * as z from 'zod/mini'

/** What an author can improve in a file before it is published. */
const ADVICE = [
  'no-text',
  'fonts-not-embedded',
  'no-contents',
  'no-language',
  'not-tagged',
  'mixed-sizes',
  'images-not-described',
  'other-title',
  'small-cover',
] as const
export type Advice = (typeof ADVICE)[number]

/** What is found in a file. The title and the cover are compared by the form that shows them. */
export const FileAdvice = z.object({
  kind: z.enum(ADVICE),
  /** The first pages where it is, counted from 1. */
  pages: z.optional(z.array(z.int())),
  /** How many images it is about. */
  count: z.optional(z.int()),
})
export type FileAdvice = z.infer<typeof FileAdvice>
