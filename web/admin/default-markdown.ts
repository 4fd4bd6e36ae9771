import type { SiteTextName } from '#contract/values/site.ts'
import { ABOUT } from '#web/messages/about.ts'
import type { DefaultText } from '#web/messages/default-text.ts'
import { PRIVACY } from '#web/messages/privacy.ts'
import { TERMS } from '#web/messages/terms.ts'

const TEXTS: Record<SiteTextName, (siteName: string) => DefaultText> = { about: ABOUT, privacy: PRIVACY, terms: TERMS }

/** The default text of a page as Markdown, with which an administrator's own text begins. */
export const defaultMarkdown = (page: SiteTextName, siteName: string): string => {
  const { title, lede, sections } = TEXTS[page](siteName)
  const chapters = sections.flatMap(({ title, text, list = [], after = [] }) => [
    `## ${title}`,
    ...text,
    ...(list.length > 0 ? [list.map((item) => `- ${item}`).join('\n')] : []),
    ...after,
  ])
  return [`# ${title}`, lede, ...chapters].join('\n\n')
}
