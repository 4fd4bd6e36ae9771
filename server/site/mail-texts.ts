import { ENGLISH, languagesIn } from '#contract/languages.ts'
import type { SiteSettings } from '#contract/site.ts'
import { type Texts, textsIn } from '#server/platform/language/texts.ts'

/** The settings of a site that say in which languages it writes. */
export type SiteLanguages = Pick<SiteSettings, 'language' | 'languages'>

/** The texts in the language that an account has chosen, if the site offers it, else in the site's own. */
export const mailTexts = (
  { language: own, languages }: SiteLanguages,
  chosen: string | null | undefined,
): Promise<Texts> => {
  const offered = languagesIn(languages)
  const find = (tag: string | null | undefined) => offered.find((language) => language.tag === tag)
  return textsIn(find(chosen) ?? find(own) ?? offered[0] ?? ENGLISH)
}
