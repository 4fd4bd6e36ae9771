import { languageName } from '#web/language/language-name.ts'
import { LANGUAGE } from '#web/messages/language.ts'

/** The languages that the form offers; the API takes any. */
const LANGUAGES = [
  ...['af', 'ar', 'az', 'be', 'bg', 'bn', 'bs', 'ca', 'cs', 'cy', 'da', 'de', 'el', 'en', 'eo', 'es', 'et', 'eu'],
  ...['fa', 'fi', 'fil', 'fr', 'ga', 'gl', 'gu', 'he', 'hi', 'hr', 'hu', 'hy', 'id', 'is', 'it', 'ja', 'ka', 'kk'],
  ...['km', 'kn', 'ko', 'la', 'lo', 'lt', 'lv', 'mk', 'ml', 'mn', 'mr', 'ms', 'my', 'ne', 'nl', 'no', 'pa', 'pl'],
  ...['pt', 'pt-BR', 'ro', 'ru', 'si', 'sk', 'sl', 'sq', 'sr', 'sv', 'sw', 'ta', 'te', 'th', 'tr', 'uk', 'ur', 'uz'],
  ...['vi', 'yi', 'yo', 'zh-Hans', 'zh-Hant', 'zu'],
]

/** Their tags by name, with this one too. */
export const languagesWith = (tag: string): string[] =>
  [...new Set([...LANGUAGES, ...(tag ? [tag] : [])])].sort((one, other) =>
    languageName(one).localeCompare(languageName(other), LANGUAGE.locale),
  )
