import { cleanLine } from '#server/formats/clean-line.ts'
import * as z from 'zod/mini'
import { DetailsForm } from '#contract/shapes/book-details.ts'
import { CO_AUTHORS_MAX } from '#contract/values/co-authors.ts'
import { TAG_MAX, TAGS_MAX } from '#contract/shapes/detail-fields.ts'
import { CAPTION_MAX, TITLE_MAX } from '#contract/publishing.ts'
import type { LeftField, SourceBook } from './import-source.ts'

const MAX_SHOWN = 60
const MAX_FIELDS = 30

type LeftName = 'titleEnd' | 'descriptionEnd' | 'author' | 'tag' | LeftField['field'] | keyof DetailsForm

/** What is left out of a book, with what it says. */
const LEFT_PHRASES = {
  titleEnd: () => `the end of the title, after ${TITLE_MAX} characters`,
  descriptionEnd: () => `the end of the description, after ${CAPTION_MAX.toLocaleString('en')} characters`,
  author: (value: string) => `the author “${value}”`,
  tag: (value: string) => `the tag “${value}”`,
  subtitle: (value: string) => `the subtitle “${value}”`,
  series: (value: string) => `the series “${value}”`,
  seriesNumber: (value: string) => `the number in the series “${value}”`,
  language: (value: string) => `the language “${value}”`,
  year: (value: string) => `the year “${value}”`,
  isbn: (value: string) => `the ISBN “${value}”`,
  tags: (value: string) => `the tags “${value}”`,
  licence: (value: string) => `the licence “${value}”`,
  downloads: (value: string) => `the choice of downloads “${value}”`,
  contentNotes: (value: string) => `the content notes “${value}”`,
  age: (value: string) => `the age “${value}”`,
  publisher: (value: string) => `the publisher “${value}”`,
  rating: (value: string) => `the rating “${value}”`,
  identifier: (value: string) => `the identifier “${value}”`,
  column: (value: string, name?: string) => `the column ${name ?? ''} “${value}”`,
} satisfies Record<LeftName, unknown>

const shown = (text: string) => `${cleanLine(text, MAX_SHOWN)}${[...text.trim()].length > MAX_SHOWN ? '…' : ''}`

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
  const wrong = (Object.entries(details) as [keyof DetailsForm, string][]).filter(([field, value]) => {
    if (!isKnown(field) || value.trim() === '' || !(field in DetailsForm.shape)) return false
    if (field === 'seriesNumber' && !details.series?.trim()) return false
    return !z.safeParse(DetailsForm.shape[field], cleanLine(value, 1000)).success
  })
  const fields = [
    ...(isKnown('title') && [...title.trim()].length > TITLE_MAX ? [LEFT_PHRASES.titleEnd()] : []),
    ...(isKnown('description') && [...description].length > CAPTION_MAX ? [LEFT_PHRASES.descriptionEnd()] : []),
    ...(isKnown('authors') ? extra.map((name) => LEFT_PHRASES.author(shown(name))) : []),
    ...wrong.map(([field, value]) => LEFT_PHRASES[field](shown(value))),
    ...(isKnown('tags') ? lost.map((tag) => LEFT_PHRASES.tag(shown(tag))) : []),
    ...left.map(({ field, value, name }) => LEFT_PHRASES[field](shown(value), name)),
  ]
  if (fields.length === 0) return undefined
  const more = fields.length - MAX_FIELDS
  const named = fields.slice(0, MAX_FIELDS).join(', ')
  return more > 0 ? `Left out: ${named} and ${more} more.` : `Left out: ${named}.`
}
