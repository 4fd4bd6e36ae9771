import { LANGUAGE } from '#web/messages/language.ts'

/** The language of a voice without its country. Android writes 'en_GB'. */
const languageOfVoice = ({ lang }: Pick<SpeechSynthesisVoice, 'lang'>) => (lang.split(/[-_]/)[0] ?? '').toLowerCase()

/** The voices of a language, those of the device before those of a server. */
export const voicesOf = (voices: SpeechSynthesisVoice[], language: string) =>
  voices
    .filter((voice) => languageOfVoice(voice) === language)
    .toSorted((one, other) => Number(other.localService) - Number(one.localService))

/** A language if it has a voice, or else the one of the browser, or any. */
export const languageWithVoice = (voices: SpeechSynthesisVoice[], wanted: string): string =>
  [wanted, languageOfVoice({ lang: navigator.language }), ...voices.slice(0, 1).map(languageOfVoice)].find(
    (language) => voicesOf(voices, language).length > 0,
  ) ?? wanted

/** The languages that have a voice, by name. */
export const languagesOf = (voices: SpeechSynthesisVoice[]) => {
  const names = new Intl.DisplayNames(LANGUAGE.tag, { type: 'language' })
  return [...new Set(voices.map(languageOfVoice))]
    .flatMap((language) => (isLanguage(language) ? { language, name: names.of(language) ?? language } : []))
    .toSorted((one, other) => one.name.localeCompare(other.name, LANGUAGE.locale))
}

/** DisplayNames throws at others. */
const isLanguage = (code: string) => /^[a-z]{2,3}$/.test(code)
