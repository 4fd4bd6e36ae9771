import { createHash, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { APP_FAULTS, APP_FOLDER, type AppPackage, type AppState } from '#contract/apps.ts'
import type { AdminSiteSettings } from '#contract/site-admin.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { appFileName } from './app-file-name.ts'
import type { AppIcon } from './icons.ts'
import { versionNameOf } from './version-name.ts'

export const TEMPLATE = fileURLToPath(new URL('../../app/template.apk', import.meta.url))

/** To be raised with each change of how an app is filled in and signed, so that every site rebuilds its own. */
const MAKER = 1

type Reader = Pick<Services, 'db' | 'settings'>
type Offer = Pick<AdminSiteSettings, 'appFile' | 'makeApp' | 'siteName'>

/** The address that the site makes its app for; undefined where it makes none. */
export const appAddress = ({ settings: { publicUrl } }: Pick<Services, 'settings'>, { appFile, makeApp }: Offer) =>
  publicUrl?.startsWith('https:') && appFile === '' && makeApp === 'on' ? publicUrl : undefined

/** The app that the site has made and offers. */
export const readApp = async (services: Reader, site: Offer): Promise<AppPackage | undefined> =>
  appAddress(services, site) === undefined ? undefined : readPackage(services, site)

const readPackage = async ({ db }: Reader, { siteName }: Offer): Promise<AppPackage | undefined> => {
  const row = await db
    .selectFrom('appPackages')
    .select(['versionCode', 'packageId', 'sha256', 'certificateSha256', sql<number>`octet_length(apk)`.as('bytes')])
    .executeTakeFirst()
  return row && { ...row, url: APP_FOLDER + appFileName(siteName), versionName: versionNameOf(row.versionCode) }
}

/** The settings with the app that the site has made, where it offers that. */
export const withApp = async <Settings extends Offer & { appVersion: string }>(services: Reader, site: Settings) => {
  const app = await readApp(services, site)
  return app ? { ...site, appFile: app.url, appVersion: app.versionName } : site
}

/** All that an app is made from but its version, and a hash of it. */
export const readIngredients = async ({ db }: Reader, siteName: string, address: string, template = TEMPLATE) => {
  const [bytes, icons, keys] = await Promise.all([
    // What can't be read is refused like what is damaged.
    readFile(template).catch(() => Buffer.alloc(0)),
    db.selectFrom('appIcons').selectAll().orderBy('name').orderBy('density').execute(),
    // The one that an administrator has brought comes first.
    db.selectFrom('appKeys').selectAll().orderBy('source').execute(),
  ])
  const [key] = keys
  const hash = createHash('sha256').update(JSON.stringify([MAKER, siteName, address]))
  for (const part of [bytes, ...icons.map(({ png }) => png), key?.certificate ?? Buffer.alloc(0)])
    hash.update(createHash('sha256').update(part).digest())
  return { template: bytes, icons: icons as AppIcon[], key, madeFrom: hash.digest('hex') }
}

/** What administrators see of it. */
export const readAppState = async (services: Services): Promise<AppState> => {
  const { db } = services
  const site = await readSiteSettings(services)
  const address = appAddress(services, site)
  const { icons, key, madeFrom } = await readIngredients(services, site.siteName, address ?? '')
  const [app, fault, current] = await Promise.all([
    readPackage(services, site),
    db.selectFrom('appFaults').select('fault').executeTakeFirst(),
    db.selectFrom('appPackages').select('versionCode').where('madeFrom', '=', madeFrom).executeTakeFirst(),
  ])
  const stateOf = (): AppState['state'] => {
    if (site.appFile !== '') return 'ownFile'
    if (site.makeApp === 'off') return 'off'
    if (address === undefined) return 'noAddress'
    if (current) return 'made'
    return fault ? 'failed' : 'making'
  }
  return {
    state: stateOf(),
    fault: APP_FAULTS.find((known) => known === fault?.fault) ?? null,
    app: app ?? null,
    hasIcon: icons.length > 0,
    key: key
      ? {
          source: key.source === 'brought' ? 'brought' : 'made',
          certificateSha256: sha256Of(key.certificate),
          validTo: new X509Certificate(key.certificate).validToDate.toISOString(),
        }
      : null,
  }
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
