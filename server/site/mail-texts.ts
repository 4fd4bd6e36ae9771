import { ENGLISH, type Language, languagesIn } from '#contract/shapes/languages.ts'
import type { SiteSettings } from '#contract/site.ts'
import { type Texts, textsIn } from '#server/platform/language/texts.ts'

/** The settings of a site that say in which languages it writes. */
export type SiteLanguages = Pick<SiteSettings, 'language' | 'languages'>

/** The language that an account has chosen, if the site offers it, else the site's own. */
export const accountLanguage = (
  { language: own, languages }: SiteLanguages,
  chosen: string | null | undefined,
): Language => {
  const offered = languagesIn(languages)
  const find = (tag: string | null | undefined) => offered.find((language) => language.tag === tag)
  return find(chosen) ?? find(own) ?? offered[0] ?? ENGLISH
}

/** The texts in the language of an account. */
export const mailTexts = (site: SiteLanguages, chosen: string | null | undefined): Promise<Texts> =>
  textsIn(accountLanguage(site, chosen))
