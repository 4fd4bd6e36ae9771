import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import { AdminSiteSettings, DEFAULT_ADMIN_SITE_SETTINGS } from '#contract/site-admin.ts'
import { CLAIMS, type Claim } from '#contract/site.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { withinDatabaseTime } from '#server/platform/request-context.ts'
import type { Services } from '#server/platform/services.ts'

const CACHE_MS = 1000
const NAMES = Object.keys(DEFAULT_ADMIN_SITE_SETTINGS)

type Reader = Pick<Services, 'db'> & { log?: Services['log'] }

/** The site settings: stored values over the defaults. A stored value that no longer validates falls back to its default. */
export const readSiteSettings = async ({ db, log }: Reader): Promise<AdminSiteSettings> => {
  const rows = await db.selectFrom('siteSettings').select(['name', 'value']).where('name', 'in', NAMES).execute()
  const valid = rows.filter(({ name, value }) => isValid(name as keyof AdminSiteSettings, value, log))
  return AdminSiteSettings.parse({
    ...DEFAULT_ADMIN_SITE_SETTINGS,
    ...Object.fromEntries(valid.map(({ name, value }) => [name, value])),
  })
}

/** The claims for which no administrator has stored a value yet. */
export const unconfirmedClaims = async ({ db }: Pick<Services, 'db'>): Promise<Claim[]> => {
  const rows = await db
    .selectFrom('siteSettings')
    .select('name')
    .where('name', 'in', [...CLAIMS])
    .execute()
  const stored = new Set(rows.map(({ name }) => name))
  return CLAIMS.filter((claim) => !stored.has(claim))
}

const reported = new Set<string>()

/** Logs an invalid value once, not with each request that reads it. */
const isValid = (name: keyof AdminSiteSettings, value: unknown, log: Services['log'] | undefined) => {
  const { error } = AdminSiteSettings.shape[name].safeParse(value)
  const key = JSON.stringify([name, value])
  if (error && log && !reported.has(key)) {
    reported.add(key)
    log.warn({ setting: name, reason: error.issues[0]?.message }, 'stored site setting is invalid: using its default')
  }
  return !error
}

/**
 * Caches the site settings for what each request needs of them: for a second, and never past an invalidation of the
 * site, so that no page that is rendered then shows the settings before it.
 */
export const createSiteSettingsCache = (services: Services) => {
  let cached: { at: number; version: number; settings: Promise<AdminSiteSettings> } | undefined
  const read = () => {
    const settings = readSiteSettings(services)
    cached = { at: performance.now(), version: services.cache.dropVersion('site'), settings }
    settings.catch(() => {
      cached = undefined
    })
    return settings
  }
  const isFresh = ({ at, version }: { at: number; version: number }) =>
    version === services.cache.dropVersion('site') && performance.now() - at < CACHE_MS
  return {
    read: () => withinDatabaseTime(() => (cached && isFresh(cached) ? cached.settings : read())),
    forget: () => {
      cached = undefined
    },
  }
}

export type SiteSettingsCache = ReturnType<typeof createSiteSettingsCache>

/** A hash of settings or of a text: who changes them names the version that they saw. */
export const versionOf = (seen: object | string): string =>
  createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 16)

/** Stores changed settings and returns all as before and after; changes wait for each other. */
export const writeSiteSettings = async (
  services: Pick<Services, 'db' | 'now'> & Reader,
  change: Partial<AdminSiteSettings>,
  seen?: string,
): Promise<{ before: AdminSiteSettings; after: AdminSiteSettings }> => {
  await lockSiteSettings(services.db)
  const before = await readSiteSettings(services)
  if (seen !== undefined && seen !== versionOf(before)) throw new Problem('changedMeanwhile')
  for (const [name, value] of Object.entries(change)) await storeSetting(services, name, value)
  return { before, after: await readSiteSettings(services) }
}

/** Serialises changes of site settings until the transaction ends. */
export const lockSiteSettings = async (trx: Database): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('site_settings'))`.execute(trx)
}

export const storeSetting = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  name: string,
  value: unknown,
): Promise<void> => {
  const fresh = { value: JSON.stringify(value), changedAt: now() }
  await db
    .insertInto('siteSettings')
    .values({ name, ...fresh })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(fresh))
    .execute()
}
