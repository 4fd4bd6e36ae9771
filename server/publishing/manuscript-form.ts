import * as z from 'zod/mini'
import { PROBLEMS } from '#contract/problems.ts'
import { BookForm } from '#contract/publishing.ts'

/** The form with the one rule that takes two fields: an own cover needs an image. It is told with whatever else is missing. */
export const ManuscriptForm = BookForm.check(
  z.refine(({ cover = 'image', image }) => cover !== 'image' || image !== undefined, {
    error: PROBLEMS.notImage.message,
    path: ['image'],
    when: () => true,
  }),
)
