import * as z from 'zod/mini'
import { CHANGE_NOTE_MAX } from '#contract/values/versions.ts'
import { line } from './text.ts'

/** What changed in a new file, for those who read the book. */
export const changeNote = z.optional(
  line({
    max: CHANGE_NOTE_MAX,
    missing: 'Please say what changed, or leave it out',
    tooLong: `What changed has at most ${CHANGE_NOTE_MAX} characters`,
  }),
)
