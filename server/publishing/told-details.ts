import * as z from 'zod/mini'
import { DetailsForm } from '#contract/shapes/book-details.ts'
import { TAG_MAX, TAGS_MAX } from '#contract/shapes/detail-fields.ts'
import type { FileFacts } from '#server/formats/book-format.ts'

const FIELDS = ['subtitle', 'series', 'seriesNumber', 'year', 'isbn'] as const

/** The details that a file tells of its book, as texts of a form; empty for what it does not tell, or what no form takes. */
export const toldDetails = ({ more }: FileFacts) => {
  const told: Record<(typeof FIELDS)[number], string> = {
    subtitle: more?.subtitle ?? '',
    isbn: more?.isbn ?? '',
    year: more?.published?.slice(0, 4) ?? '',
    series: more?.series?.name ?? '',
    seriesNumber: more?.series?.position ?? '',
  }
  for (const field of FIELDS) if (!z.safeParse(DetailsForm.shape[field], told[field]).success) told[field] = ''
  if (told.series === '') told.seriesNumber = ''
  // Commas stand between the tags of a form.
  const tags = (more?.subjects ?? [])
    .flatMap((subject) => subject.split(','))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && [...tag].length <= TAG_MAX)
  return { ...told, tags: [...new Set(tags)].slice(0, TAGS_MAX) }
}
