import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppFault } from '#contract/apps.ts'
import { decryptSecret, encryptSecret } from '#server/accounts/second-factor/encrypt-secret.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import type { AppProcess } from './app-process.ts'
import { packageIdOf } from './package-id.ts'
import type { Signer } from './sign-files.ts'
import { appAddress, readIngredients, sha256Of, TEMPLATE } from './site-app.ts'
import { FIRST_VERSION_CODE } from './version-name.ts'

export const MAKE_APP_JOB = 'make-app'

const PURPOSE = 'keys of apps'
const BUSY = 'busy'
const BUSY_MS = 1000
type KeySource = 'made' | 'brought'

/** Makes the site's app if there is none of its name, icon, address, key and template. The earlier one stays if it fails. */
export const makeApp = async (services: Services, process: AppProcess, template = TEMPLATE): Promise<void> => {
  const made = await services.db.transaction().execute(async (db) => {
    // One process at a time, or two would give the same version to different apps.
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('app_packages')) as is_free`.execute(db)
    if (!rows[0]?.isFree) return BUSY
    // It waits for the process that makes the app.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    return makeIfChanged({ ...services, db }, process, template)
  })
  if (made === BUSY) {
    // Longer than a statement may wait for a lock; an end of the server does not wait for it.
    await pause(BUSY_MS, undefined, { ref: false })
    return makeApp(services, process, template)
  }
  if (!made) return
  services.invalidate(['site'])
  if ('fault' in made) services.log.warn(made, 'the app of the site could not be made')
  else services.log.info(made, 'the app of the site is made')
}

const makeIfChanged = async (services: Services, process: AppProcess, template: string) => {
  const { db, now } = services
  const site = await readSiteSettings(services)
  const address = appAddress(services, site)
  if (address === undefined) return undefined
  const known = await readIngredients(services, site.siteName, address, template)
  const before = await db.selectFrom('appPackages').select(['versionCode', 'madeFrom']).executeTakeFirst()
  if (before?.madeFrom === known.madeFrom) {
    await forgetFault(db)
    return undefined
  }
  if (!known.key) {
    const made = await process.makeKey(now()).catch(stopped)
    if ('stopped' in made) return noteFault(services, 'stopped', made.stopped)
    await storeKey(db, 'made', made)
  }
  const { icons, key, madeFrom, ...ingredients } = known.key
    ? known
    : await readIngredients(services, site.siteName, address, template)
  if (!key) throw new Error('the key of the app is not stored')
  const privateKey = await decryptSecret(db, key.source, { keyId: key.keyId, secret: key.privateKey }, PURPOSE)
  const versionCode = before ? before.versionCode + 1 : FIRST_VERSION_CODE
  const result = await process
    .makeApk({
      template: ingredients.template,
      icons,
      certificate: key.certificate,
      privateKey: String(privateKey),
      words: { siteName: site.siteName, address, versionCode },
    })
    .catch(stopped)
  if ('damage' in result) return noteFault(services, 'template', result.damage)
  if ('stopped' in result) return noteFault(services, 'stopped', result.stopped)
  const packageId = packageIdOf(address)
  await db.deleteFrom('appPackages').execute()
  await db
    .insertInto('appPackages')
    .values({
      versionCode,
      madeFrom,
      packageId,
      apk: result.apk,
      madeAt: now(),
      sha256: sha256Of(result.apk),
      certificateSha256: sha256Of(key.certificate),
    })
    .execute()
  await forgetFault(db)
  return { packageId, versionCode }
}

/** Whatever keeps the process from its work is told in the same way. */
const stopped = (error: unknown) => ({ stopped: String(error) })

/** What administrators are told of until the app is made. */
export const noteFault = async ({ db, now }: Services, fault: AppFault, reason: string) => {
  const latest = { fault, failedAt: now() }
  await db
    .insertInto('appFaults')
    .values(latest)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(latest))
    .execute()
  return { fault, reason }
}

export const forgetFault = (db: Database) => db.deleteFrom('appFaults').execute()

export const storeKey = async (db: Database, source: KeySource, { privateKey, certificate }: Signer): Promise<void> => {
  const { keyId, secret } = await encryptSecret(db, source, Buffer.from(privateKey), PURPOSE)
  const values = { privateKey: secret, keyId, certificate }
  await db
    .insertInto('appKeys')
    .values({ source, ...values })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(values))
    .execute()
}
