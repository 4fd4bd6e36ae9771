import { LANGUAGE } from '#web/messages/language.ts'

const languages = new Intl.DisplayNames(LANGUAGE.tag, { type: 'language' })

/** The name of a language, or its tag if it has none. */
export const languageName = (tag: string): string => languages.of(tag) ?? tag
