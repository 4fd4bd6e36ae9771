import * as z from 'zod/mini'
import { asciiDigits } from './ascii-digits.ts'
import {
  AGES,
  CONTENT_NOTES_MAX,
  DETAIL_FIELDS,
  type DetailField,
  DOWNLOADS,
  isbn13,
  languageTag,
  LICENCES,
  SERIES_MAX,
  SUBTITLE_MAX,
  TAG_MAX,
  tagKey,
  TAGS_MAX,
} from './detail-fields.ts'
import { recordOf } from './record-of.ts'
import { line, lines } from './text.ts'

/** In a form every field is a text; an empty one says nothing, and so does null in JSON. */
const orNothing = <Schema extends z.core.SomeType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.transform((value) => (typeof value === 'string' && value.trim() === '' ? null : value)),
      z.nullable(schema),
    ),
  )

const textOf = (rule: { max: number; name: string }) => {
  const message = `${rule.name} at most ${rule.max} characters`
  return { max: rule.max, missing: message, tooLong: message }
}

/** What a text stands for, or the message. */
const readFrom = <T>(message: string, read: (text: string) => T | undefined) =>
  z.pipe(
    z.string(message),
    z.transform((text, context) => {
      const value = read(text.trim())
      if (value !== undefined) return value
      context.issues.push({ code: 'custom', message, input: text })
      return z.NEVER
    }),
  )

const BAD_YEAR = 'The year is a number of four digits, at most next year'
const BAD_NUMBER = 'The number in the series is from 0 to 9999, such as 2 or 1.5'
const BAD_AGE = `The age is one of ${AGES.join(', ')}`
const BAD_TAGS = `A book has at most ${TAGS_MAX} tags`
const numberText = (pattern: RegExp, message: string) =>
  z.pipe(
    z.union([z.number(message), z.string(message).check(z.overwrite(asciiDigits), z.regex(pattern, message))], message),
    z.transform((value) => Number(String(value).trim().replace(',', '.'))),
  )

const year = z.pipe(
  numberText(/^\s*\d{1,4}\s*$/, BAD_YEAR),
  z.int(BAD_YEAR).check(z.refine((value) => value >= 1 && value <= new Date().getUTCFullYear() + 1, BAD_YEAR)),
)

const seriesNumber = z.pipe(
  numberText(/^\s*\d{1,4}(?:[.,]\d{1,2})?\s*$/, BAD_NUMBER),
  z.number().check(z.minimum(0, BAD_NUMBER), z.maximum(9999, BAD_NUMBER)),
)

const age = z.pipe(numberText(/^\s*\d\d\s*$/, BAD_AGE), z.literal(AGES, BAD_AGE))

/** A file is what is offered where nothing is said. */
const downloads = z.pipe(
  z.enum(DOWNLOADS, `What readers may download is one of ${DOWNLOADS.join(', ')}`),
  z.transform((value) => (value === 'file' ? null : value)),
)

const tag = line({
  max: TAG_MAX,
  missing: 'A tag has at least one character',
  tooLong: `A tag has at most ${TAG_MAX} characters`,
})

/** A list in JSON, as some clients write one into a form; undefined for any other text. */
const listIn = (text: string): string[] | undefined => {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined
  } catch {
    return undefined
  }
}

/** Commas, also those of Arabic, Chinese and Japanese. */
const COMMA = /[,،，、]/

const separated = (text: string) => text.split(COMMA).filter((part) => part.trim() !== '')

/**
 * In a form the tags are separated by commas, or a list in JSON; a field for each is taken too. Of two that differ in case
 * alone the first stays.
 */
const tags = z.pipe(
  z.pipe(
    z.transform((value) => (typeof value === 'string' ? (listIn(value) ?? separated(value)) : value)),
    z.array(z.string('A tag is a text'), 'The tags are a list').check(z.maxLength(TAGS_MAX * 10, BAD_TAGS)),
  ),
  z.transform((all, context) => {
    // The errors of all tags belong to the one field of a form.
    const unique = new Map<string, string>()
    for (const one of all) {
      const { data = '', error } = z.safeParse(tag, one)
      const message = error?.issues[0]?.message
      if (message) context.issues.push({ code: 'custom', message, input: all })
      if (!unique.has(tagKey(data))) unique.set(tagKey(data), data)
    }
    if (unique.size > TAGS_MAX) context.issues.push({ code: 'custom', message: BAD_TAGS, input: all })
    return [...unique.values()]
  }),
)

/** What an answer says of a book: the number in a series is in the series. */
export const ANSWERED_FIELDS = DETAIL_FIELDS.filter((field) => field !== 'seriesNumber')
export type AnsweredField = (typeof ANSWERED_FIELDS)[number]

/** Each detail: how a form is read, and what an answer says of a book that has it. */
const DETAILS = {
  subtitle: { form: line(textOf({ max: SUBTITLE_MAX, name: 'The subtitle has' })), answer: z.string() },
  series: {
    form: line(textOf({ max: SERIES_MAX, name: 'The name of the series has' })),
    answer: z.object({ _id: z.string(), name: z.string(), number: z.optional(z.number()) }),
  },
  seriesNumber: { form: seriesNumber },
  /** A language tag, as BCP 47 has it. */
  language: { form: readFrom('The language is a tag such as en, de or pt-BR', languageTag), answer: z.string() },
  /** The year of the first publication. */
  year: { form: year, answer: z.int() },
  isbn: { form: readFrom('This is no ISBN: please check its digits', isbn13), answer: z.string() },
  tags: { form: tags, answer: z.array(z.string()) },
  licence: { form: z.enum(LICENCES, `The licence is one of ${LICENCES.join(', ')}`), answer: z.enum(LICENCES) },
  /** An answer says if readers may not save the file, or are offered an EPUB beside it. */
  downloads: { form: downloads, answer: z.enum(['none', 'with-epub']) },
  contentNotes: {
    form: lines(textOf({ max: CONTENT_NOTES_MAX, name: 'The content notes have' })),
    answer: z.string(),
  },
  /** The least age of its readers. */
  age: { form: age, answer: z.literal(AGES) },
} satisfies Record<DetailField, { form: z.ZodMiniType }> & Record<AnsweredField, { answer: z.ZodMiniType }>
type Details = typeof DETAILS

/** What an author says of a book besides its title, author, description and genre. What is not said is absent. */
export const BookDetails = z.object(
  recordOf(ANSWERED_FIELDS, (field) => z.optional(DETAILS[field].answer)) as {
    [Field in AnsweredField & keyof Details]: z.ZodMiniOptional<Details[Field]['answer']>
  },
)
export type BookDetails = z.infer<typeof BookDetails>

/** The fields of a form; null takes back what was said. */
export const DetailsForm = z.object(
  recordOf(DETAIL_FIELDS, (field) => orNothing(DETAILS[field].form)) as {
    [Field in keyof Details]: ReturnType<typeof orNothing<Details[Field]['form']>>
  },
)
export type DetailsForm = z.infer<typeof DetailsForm>
