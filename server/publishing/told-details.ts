import * as z from 'zod/mini'
import { DetailsForm } from '#contract/shapes/book-details.ts'
import { TAG_MAX, TAGS_MAX, TOLD_FIELDS, type ToldField } from '#contract/shapes/detail-fields.ts'
import { recordOf } from '#contract/shapes/record-of.ts'
import type { FileFacts } from '#server/formats/book-format.ts'

/** The details that a file tells of its book, as it has them; empty for what it does not tell. */
export const toldTexts = ({ more }: FileFacts): Record<ToldField, string> => ({
  subtitle: more?.subtitle ?? '',
  series: more?.series?.name ?? '',
  seriesNumber: more?.series?.position ?? '',
  year: more?.published?.slice(0, 4) ?? '',
  isbn: more?.isbn ?? '',
})

/** The details that a file tells of its book, as texts of a form; empty for what it does not tell, or what no form takes. */
export const toldDetails = (facts: FileFacts) => {
  const texts = toldTexts(facts)
  const isTaken = (field: ToldField) => z.safeParse(DetailsForm.shape[field], texts[field]).success
  const told = recordOf(TOLD_FIELDS, (field) => (isTaken(field) ? texts[field] : ''))
  if (told.series === '') told.seriesNumber = ''
  // Commas stand between the tags of a form.
  const tags = (facts.more?.subjects ?? [])
    .flatMap((subject) => subject.split(','))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && [...tag].length <= TAG_MAX)
  return { ...told, tags: [...new Set(tags)].slice(0, TAGS_MAX) }
}
