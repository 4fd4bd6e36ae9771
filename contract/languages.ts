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

const language = (tag: string, name: string, { direction = 'ltr' as Language['direction'], locale = tag } = {}) => ({
  ...{ tag, name, direction, locale },
  path: tag === 'en' ? '' : `/${tag.toLowerCase()}`,
})

/** What all texts are translated from. */
export const ENGLISH: Language = language('en', 'English', { locale: 'en-GB' })

/** The languages that the pages are built in. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  language('de', 'Deutsch'),
  language('fr', 'Français'),
  language('es', 'Español'),
  language('pt-BR', 'Português (Brasil)'),
  language('it', 'Italiano'),
  language('ar', 'العربية', { direction: 'rtl', locale: 'ar-u-nu-latn' }),
  language('ja', '日本語'),
  language('zh-Hans', '简体中文'),
]

/** The languages in a list of tags as the site settings hold it: `de, fr`; in the order of this file. */
export const languagesIn = (list: string): Language[] => {
  const tags = new Set(list.split(/[\s,]+/))
  return LANGUAGES.filter(({ tag }) => tags.has(tag))
}

export const languageOf = (tag: string | undefined): Language | undefined => LANGUAGES.find((one) => one.tag === tag)
