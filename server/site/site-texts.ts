import { Problem } from '#contract/problems.ts'
import type { SiteTextName } from '#contract/site.ts'
import type { Services } from '#server/platform/services.ts'
import { storeSetting, lockSiteSettings, versionOf } from './site-settings.ts'

const rowOf = (page: SiteTextName) => `text ${page}`

/** The Markdown that an administrator wrote for a page; empty if the default text applies. */
export const readSiteText = async ({ db }: Pick<Services, 'db'>, page: SiteTextName) => {
  const row = await db.selectFrom('siteSettings').select('value').where('name', '=', rowOf(page)).executeTakeFirst()
  const text = typeof row?.value === 'string' ? row.value : ''
  return { text, version: versionOf(text) }
}

/** Replaces a page's text in the caller's transaction, and returns the old and the new text. */
export const writeSiteText = async (
  services: Pick<Services, 'db' | 'now'>,
  page: SiteTextName,
  { text, seen }: { text: string; seen: string | undefined },
) => {
  await lockSiteSettings(services.db)
  const before = await readSiteText(services, page)
  if (seen !== undefined && seen !== before.version) throw new Problem('changedMeanwhile')
  await storeSetting(services, rowOf(page), text)
  return { before, after: { text, version: versionOf(text) } }
}
