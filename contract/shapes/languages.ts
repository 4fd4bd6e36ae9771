/** A language of the site's pages. */
export interface Language {
  /** As in `lang` (BCP 47). */
  tag: string
  /** Its own name for itself. */
  name: string
  direction: 'ltr' | 'rtl'
  /** The tag for `Intl`: how dates and numbers are written. */
  locale: string
  /** The first part of the addresses of its pages; empty for English. */
  path: string
}

/** What all texts are translated from. */
export const ENGLISH: Language = { tag: 'en', name: 'English', direction: 'ltr', locale: 'en-GB', path: '' }

/** The languages that the pages are built in. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  ...(
    [
      ['de', 'Deutsch'],
      ['fr', 'Français'],
      ['es', 'Español'],
      ['pt-BR', 'Português (Brasil)'],
      ['it', 'Italiano'],
      ['ar', 'العربية', 'rtl', 'ar-u-nu-latn'],
      ['ja', '日本語'],
      ['zh-Hans', '简体中文'],
    ] as const
  ).map(([tag, name, direction = 'ltr' as const, locale = tag]): Language => ({
    tag,
    name,
    direction,
    locale,
    path: `/${tag.toLowerCase()}`,
  })),
]

/** In place of the tag of a chosen language: what the browser asks for counts again. */
export const AS_BROWSER = 'browser'

/** The tags of the languages that pages are built in. */
export const LANGUAGE_TAGS = LANGUAGES.map(({ tag }) => tag)

/** The languages in a list of tags as the site settings hold it: `de, fr`; in the order of this file. */
export const languagesIn = (list: string): Language[] => {
  const tags = new Set(list.split(/[\s,]+/))
  return LANGUAGES.filter(({ tag }) => tags.has(tag))
}

export const languageOf = (tag: string | undefined): Language | undefined => LANGUAGES.find((one) => one.tag === tag)
