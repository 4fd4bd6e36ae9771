import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#contract/problems.ts'
import { SiteSettings, DEFAULT_SITE_SETTINGS } from '#contract/site.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'

const KEPT_MS = 1000
const NAMES = Object.keys(DEFAULT_SITE_SETTINGS)

/** The site settings: stored ones, and defaults for the rest. */
export const readSiteSettings = async ({ db }: Pick<Services, 'db'>): Promise<SiteSettings> => {
  const rows = await db.selectFrom('siteSettings').select(['name', 'value']).where('name', 'in', NAMES).execute()
  return SiteSettings.parse({
    ...DEFAULT_SITE_SETTINGS,
    ...Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  })
}

/**
 * The same for what each request needs to know, asked of the database at most once a second, and anew after anything
 * changed: a page that is made then, and kept, must not say what was before.
 */
export const createSiteSettingsCache = (services: Services) => {
  let kept: { at: number; version: number; settings: Promise<SiteSettings> } | undefined
  const read = () => {
    const settings = readSiteSettings(services)
    kept = { at: performance.now(), version: services.cache.siteVersion(), settings }
    settings.catch(() => {
      kept = undefined
    })
    return settings
  }
  const isFresh = ({ at, version }: { at: number; version: number }) =>
    version === services.cache.siteVersion() && performance.now() - at < KEPT_MS
  return {
    read: () => (kept && isFresh(kept) ? kept.settings : read()),
    forget: () => {
      kept = undefined
    },
  }
}

export type SiteSettingsCache = ReturnType<typeof createSiteSettingsCache>

/** Differs when anything in it differs: whoever changes settings says which ones they saw. */
export const versionOf = (seen: object | string): string =>
  createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 16)

/** Keeps changes and returns all settings as they were and as they then are; one change at a time. */
export const writeSiteSettings = async (
  services: Pick<Services, 'db' | 'now'>,
  change: Partial<SiteSettings>,
  seen?: string,
): Promise<{ before: SiteSettings; after: SiteSettings }> => {
  await concurrencyLimit(services.db)
  const before = await readSiteSettings(services)
  if (seen !== undefined && seen !== versionOf(before)) throw new Problem('changedMeanwhile')
  for (const [name, value] of Object.entries(change)) await keep(services, name, value)
  return { before, after: await readSiteSettings(services) }
}

/** Until the transaction ends, whoever else would change a setting waits. */
export const concurrencyLimit = async (trx: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('site_settings'))`.execute(trx)
}

export const keep = async ({ db, now }: Pick<Services, 'db' | 'now'>, name: string, value: unknown): Promise<void> => {
  const fresh = { value: JSON.stringify(value), changedAt: now() }
  await db
    .insertInto('siteSettings')
    .values({ name, ...fresh })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(fresh))
    .execute()
}
