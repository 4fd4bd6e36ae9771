import { Problem } from '#contract/api/problems.ts'
import type { SiteTextName } from '#contract/site.ts'
import type { Services } from '#server/platform/services.ts'
import { storeSetting, lockSiteSettings, versionOf } from './site-settings.ts'

/** The text of a page: that of a language, or that of all languages without one. */
export interface SiteTextOf {
  page: SiteTextName
  language?: string | undefined
}

/** How the settings and the audit log name it. */
export const nameOfText = ({ page, language }: SiteTextOf) => (language === undefined ? page : `${page} ${language}`)

const rowOf = (of: SiteTextOf) => `text ${nameOfText(of)}`

/** The Markdown that an administrator wrote for a page; empty if there is none. */
export const readSiteText = async ({ db }: Pick<Services, 'db'>, { page, language }: SiteTextOf) => {
  const own = rowOf({ page, language })
  const common = rowOf({ page })
  const rows = await db
    .selectFrom('siteSettings')
    .select(['name', 'value'])
    .where('name', 'in', [own, common])
    .execute()
  const textIn = (wanted: string) => {
    const value = rows.find(({ name }) => name === wanted)?.value
    return typeof value === 'string' ? value : ''
  }
  const text = textIn(own)
  return { text, version: versionOf(text), ...(language !== undefined && { otherwise: textIn(common) }) }
}

/** Replaces a page's text in the caller's transaction, and returns the old and the new text. */
export const writeSiteText = async (
  services: Pick<Services, 'db' | 'now'>,
  of: SiteTextOf,
  { text, seen }: { text: string; seen: string | undefined },
) => {
  await lockSiteSettings(services.db)
  const before = await readSiteText(services, of)
  if (seen !== undefined && seen !== before.version) throw new Problem('changedMeanwhile')
  await storeSetting(services, rowOf(of), text)
  return { before, after: { ...before, text, version: versionOf(text) } }
}
