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

/** The languages that the pages are built in. The first is what all texts are translated from. */
export const LANGUAGES: readonly Language[] = [
  language('en', 'English', { locale: 'en-GB' }),
  language('de', 'Deutsch'),
  language('fr', 'Français'),
  language('es', 'Español'),
  language('pt-BR', 'Português (Brasil)'),
  language('it', 'Italiano'),
  language('ar', 'العربية', { direction: 'rtl' }),
  language('ja', '日本語'),
  language('zh-Hans', '简体中文'),
]

export const languageOf = (tag: string | undefined): Language | undefined => LANGUAGES.find((one) => one.tag === tag)
