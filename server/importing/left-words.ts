import { cleanLine } from '#server/formats/clean-line.ts'
import * as z from 'zod/mini'
import { DetailsForm } from '#contract/book-details.ts'
import { CO_AUTHORS_MAX } from '#contract/calls/co-authors.ts'
import { TAG_MAX, TAGS_MAX } from '#contract/detail-fields.ts'
import { CAPTION_MAX, TITLE_MAX } from '#contract/publishing.ts'
import type { SourceBook } from './import-source.ts'

const MAX_SHOWN = 60
const MAX_FIELDS = 30
const NAMES: Readonly<Record<string, string>> = { seriesNumber: 'number in the series', isbn: 'ISBN' }

const shown = (text: string) => {
  const line = cleanLine(text, MAX_SHOWN)
  return `“${line}${[...text.trim()].length > MAX_SHOWN ? '…' : ''}”`
}

/**
 * What a catalogue says of a book that the library doesn't take or has no field for, in a sentence; undefined if there is no
 * such thing. What the table of the import says in its place is not told.
 */
export const leftOutOf = ({
  known,
  said,
  left = [],
}: Pick<SourceBook, 'known' | 'said' | 'left'>): string | undefined => {
  const { authors = [], tags = [], title = '', description = '', ...details } = known
  const isKnown = (field: keyof typeof said) => said[field] === undefined
  const extra = authors.filter((name) => name.trim() !== '').slice(1 + CO_AUTHORS_MAX)
  const isShort = (tag: string) => [...tag.trim()].length <= TAG_MAX
  const lost = [...tags.filter((tag) => !isShort(tag)), ...new Set(tags.filter(isShort)).values().drop(TAGS_MAX)]
  const wrong = Object.entries(details).filter(([field, value]) => {
    if (!isKnown(field as keyof typeof said) || value.trim() === '' || !(field in DetailsForm.shape)) return false
    if (field === 'seriesNumber' && !details.series?.trim()) return false
    return !z.safeParse(DetailsForm.shape[field as keyof typeof DetailsForm.shape], cleanLine(value, 1000)).success
  })
  const fields = [
    ...(isKnown('title') && [...title.trim()].length > TITLE_MAX
      ? [`the end of the title, after ${TITLE_MAX} characters`]
      : []),
    ...(isKnown('description') && [...description].length > CAPTION_MAX
      ? [`the end of the description, after ${CAPTION_MAX.toLocaleString('en')} characters`]
      : []),
    ...(isKnown('authors') ? extra.map((name) => `the author ${shown(name)}`) : []),
    ...wrong.map(([field, value]) => `the ${NAMES[field] ?? field} ${shown(value)}`),
    ...(isKnown('tags') ? lost.map((tag) => `the tag ${shown(tag)}`) : []),
    ...left.map(({ field, value }) => `${field} ${shown(value)}`),
  ]
  if (fields.length === 0) return undefined
  const more = fields.length - MAX_FIELDS
  return `Left out: ${fields.slice(0, MAX_FIELDS).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
