import { SiteSettings, USUAL_SETTINGS } from '#contract/site.ts'
import type { Services } from '#server/platform/services.ts'

const KEPT_MS = 1000

/** What the site says of itself: what an administrator has changed, and the rest as it comes. */
export const readSiteSettings = async ({ db }: Services): Promise<SiteSettings> => {
  const rows = await db.selectFrom('siteSettings').select(['name', 'value']).execute()
  return SiteSettings.parse({ ...USUAL_SETTINGS, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) })
}

/** The same, asked of the database at most once a second, for what each request needs to know. */
export const siteSettingsKept = (services: Services) => {
  let kept: { at: number; settings: Promise<SiteSettings> } | undefined
  const read = () => {
    const settings = readSiteSettings(services)
    kept = { at: performance.now(), settings }
    settings.catch(() => {
      kept = undefined
    })
    return settings
  }
  return {
    read: () => (kept && performance.now() - kept.at < KEPT_MS ? kept.settings : read()),
    forget: () => {
      kept = undefined
    },
  }
}

export type SiteSettingsKept = ReturnType<typeof siteSettingsKept>

/** Keeps changes and returns all settings as they then are. */
export const writeSiteSettings = async (services: Services, change: Partial<SiteSettings>): Promise<SiteSettings> => {
  const rows = Object.entries(change).map(([name, value]) => ({ name, value: JSON.stringify(value), changedAt: services.now() }))
  if (rows.length > 0) {
    await services.db
      .insertInto('siteSettings')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value'), changedAt: ref('excluded.changedAt') })),
      )
      .execute()
  }
  return readSiteSettings(services)
}
