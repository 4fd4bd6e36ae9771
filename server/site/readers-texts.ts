import type { IncomingHttpHeaders } from 'node:http'
import { ENGLISH, LANGUAGES } from '#contract/shapes/languages.ts'
import { offeredLanguages, readersLanguage, type SiteLanguages } from '#server/platform/http/pages/page-language.ts'
import { type Texts, textsIn } from '#server/platform/language/texts.ts'

/** The header that the language of catalogs and feeds depends on: programs send no cookie. */
export const LANGUAGE_HEADER = 'accept-language'

interface ReadersTexts {
  texts: Texts
  /** Whether a request with these headers gets the same language. */
  accepts: (headers: IncomingHttpHeaders) => boolean
}

export type FindTexts = (headers: IncomingHttpHeaders) => Promise<ReadersTexts>

/** The texts in the best of the languages that a program asks for, of those that the site offers, else in its own. */
export const readersTexts = (readSite: () => Promise<SiteLanguages>): FindTexts => {
  const languages = offeredLanguages(() => LANGUAGES, readSite)
  return async (headers) => {
    const site = await languages()
    const languageFor = (asked: IncomingHttpHeaders) =>
      readersLanguage({ [LANGUAGE_HEADER]: asked[LANGUAGE_HEADER] }, ENGLISH, site)
    const language = languageFor(headers)
    return { texts: await textsIn(language), accepts: (others) => languageFor(others) === language }
  }
}
