import { LANGUAGE } from '#web/messages/language.ts'

const languages = new Intl.DisplayNames(LANGUAGE.tag, { type: 'language' })

/** The name of a language, or its tag if it has none. DisplayNames throws at tags that say more, such as `de-x-old`. */
export const languageName = (tag: string): string => {
  try {
    return languages.of(tag) ?? tag
  } catch {
    return tag
  }
}
