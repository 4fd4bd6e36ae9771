import { LANGUAGE } from '#web/messages/language.ts'

/** Java, and so Android, has former names of languages; Norwegian voices go by either of two. */
const OTHER_NAMES: Record<string, string> = { iw: 'he', in: 'id', ji: 'yi', no: 'nb' }

/** The language of a tag without its country. Android writes 'en_GB'. */
export const languageOfTag = (tag: string) => {
  const name = (tag.split(/[-_]/)[0] ?? '').toLowerCase()
  return OTHER_NAMES[name] ?? name
}

const languageOfVoice = ({ lang }: Pick<SpeechSynthesisVoice, 'lang'>) => languageOfTag(lang)

const countryOf = (tag: string) => /[-_]([a-z]{2})(?![a-z])/i.exec(tag)?.[1]?.toUpperCase()

/** The country whose voice reads a language: that of the browser, or else the one that Unicode takes for the likeliest. */
const countryFor = (language: string) => {
  const own = navigator.languages.find((tag) => languageOfTag(tag) === language)
  return countryOf(own ?? '') ?? (isLanguage(language) ? new Intl.Locale(language).maximize().region : undefined)
}

/**
 * The voices of a language: those of the device before those of a server, and of them first those of the reader's country, as
 * iPhones begin with an Australian, and then that of the system, as Firefox on a Mac begins with a joke.
 */
export const voicesOf = (voices: SpeechSynthesisVoice[], language: string) => {
  const country = countryFor(language)
  const rankOf = ({ localService, lang, default: isDefault }: SpeechSynthesisVoice) =>
    (localService ? 4 : 0) + (countryOf(lang) === country ? 2 : 0) + (isDefault ? 1 : 0)
  return voices
    .filter((voice) => languageOfVoice(voice) === language)
    .toSorted((one, other) => rankOf(other) - rankOf(one))
}

/** The first of these languages that has a voice, or else the one of the browser, or any. */
export const languageWithVoice = (voices: SpeechSynthesisVoice[], ...wanted: string[]): string | undefined =>
  [...wanted, navigator.language, ...voices.slice(0, 1).map(({ lang }) => lang)]
    .map(languageOfTag)
    .find((language) => voicesOf(voices, language).length > 0)

/** The languages that have a voice, by name. */
export const languagesOf = (voices: SpeechSynthesisVoice[]) => {
  const names = new Intl.DisplayNames(LANGUAGE.tag, { type: 'language' })
  return [...new Set(voices.map(languageOfVoice))]
    .flatMap((language) => (isLanguage(language) ? { language, name: names.of(language) ?? language } : []))
    .toSorted((one, other) => one.name.localeCompare(other.name, LANGUAGE.locale))
}

/** DisplayNames throws at others. */
const isLanguage = (code: string) => /^[a-z]{2,3}$/.test(code)
