/** The texts of mails, catalogs and feeds in the language of who gets them. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ENGLISH, type Language } from '#contract/shapes/languages.ts'
import { compileText, type Values } from './format-text.ts'
import { isolated } from './isolated.ts'
import * as catalogs from './messages/catalogs.ts'
import * as mails from './messages/mails.ts'

const FOLDER = join(import.meta.dirname, '../../../languages')
const ENGLISH_TEXTS = { mails, catalogs }
const MAILS = 'mails.'
const GENRE = 'genre-names.GENRE_NAMES.'
const SENTENCE = 'sentences.'

type Translations = Readonly<Record<string, unknown>>

export type Texts = typeof ENGLISH_TEXTS & {
  language: Language
  /** The name of a genre, which is stored in English. */
  genre: (genre: string) => string
  /** What is stored in English, such as the reason of a decision: the pages have its translation. */
  sentence: (english: string) => string
  /** The name of a language by its tag. */
  languageName: (tag: string) => string
  /** A date, like '3 May 2026'. */
  day: (date: Date) => string
  /** A date with its time, UTC. */
  time: (date: Date) => string
}

const known = new Map<Language, Promise<Texts>>()

/** A language is read once, when somebody needs it; one without texts is English. */
export const textsIn = (language: Language): Promise<Texts> => {
  const before = known.get(language)
  if (before) return before
  const texts = read(language).catch(() => {
    // Too many files may be open now: the next time they are read again.
    known.delete(language)
    return ENGLISH_ALONE
  })
  known.set(language, texts)
  return texts
}

const read = async (language: Language): Promise<Texts> => {
  if (language === ENGLISH) return ENGLISH_ALONE
  const [translations, pages] = await Promise.all([readFileOf(language, 'server'), readFileOf(language, 'pages')])
  const shared = Object.fromEntries(
    Object.entries(pages).filter(([key]) => key.startsWith(GENRE) || key.startsWith(SENTENCE)),
  )
  return Object.keys(translations).length === 0 ? ENGLISH_ALONE : textsFrom(language, translations, shared)
}

/** English where there is no translation. */
export const textsFrom = (language: Language, translations: Translations, pages: Translations): Texts => ({
  ...(translated(ENGLISH_TEXTS, '', { translations, language }) as typeof ENGLISH_TEXTS),
  language,
  genre: (genre) => textOr(pages[GENRE + genre], genre),
  sentence: (english) => textOr(pages[SENTENCE + english], english),
  languageName: languageNames(language),
  day: dateFormat(language, { dateStyle: 'long' }),
  time: dateFormat(language, { dateStyle: 'long', timeStyle: 'short' }),
})

const textOr = (text: unknown, english: string) => (typeof text === 'string' ? text : english)

const languageNames = ({ tag }: Language) => {
  const names = new Intl.DisplayNames([tag], { type: 'language' })
  return (of: string) => names.of(of) ?? of
}

const dateFormat = ({ locale }: Language, style: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' })
  return (date: Date) => format.format(date)
}

/**
 * A file that is missing or damaged has no texts: `npm run translate -- check` says what is wrong with it. Throws if it can't be
 * opened.
 */
const readFileOf = async ({ tag }: Language, part: string): Promise<Translations> => {
  try {
    return JSON.parse(await readFile(join(FOLDER, tag, `${part}.arb`), 'utf8')) as Translations
  } catch (error) {
    const { code = 'ENOENT' } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw error
    return {}
  }
}

interface Source {
  translations: Translations
  language: Language
}

/** The same texts in another language; one that is missing or can't be read is English. */
const translated = (english: unknown, key: string, source: Source): unknown => {
  if (typeof english === 'string') return translatedText(() => english, key, source)({})
  if (typeof english === 'function') return translatedText(english as (values: Values) => string, key, source)
  return Object.fromEntries(
    Object.entries(english as object).map(([name, inner]) => [
      name,
      translated(inner, key === '' ? name : `${key}.${name}`, source),
    ]),
  )
}

const translatedText = (english: (values: Values) => string, key: string, { translations, language }: Source) => {
  const text = translations[key]
  if (typeof text !== 'string' || text === '') return english
  try {
    // In catalogs and the manifest programs show it, which may know no isolation.
    const written = (value: string) => (key.startsWith(MAILS) ? isolated(value, language) : value)
    const format = compileText(text, language, written)
    return (values: Values) => {
      try {
        return format(values)
      } catch {
        return english(values)
      }
    }
  } catch {
    return english
  }
}

export const ENGLISH_ALONE: Texts = textsFrom(ENGLISH, {}, {})
