import { Problem } from '#contract/api/problems.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import { withAudit } from '#server/platform/audit-log.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import { rethrowImageError } from '#server/platform/images/image-error.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { ICON_SIZES } from './icons.ts'
import { forgetFault, MAKE_APP_JOB, storeKey } from './make-app.ts'
import { type KeyFault, readSigningKey } from './read-signing-key.ts'
import { readAppState, sha256Of } from './site-app.ts'

const KEY_FAULTS: Record<KeyFault, string> = {
  notPem: 'This file has no private key in PEM. Convert your keystore: openssl pkcs12 -in KEYSTORE -nodes -out KEY.pem',
  hasPassphrase: 'This key has a passphrase. Remove it: openssl pkey -in KEY.pem -out NEW.pem, and add the certificate',
  notRsa: 'This is no RSA key. Older versions of Android need one.',
  wrongSize: 'An RSA key for an app has 2048 to 4096 bits.',
  noCertificate: 'This file has a key but no certificate. Add it to the file, in PEM.',
  otherCertificate: 'The certificate in this file belongs to another key.',
}

/** The icon of the app, in all sizes of it. */
export const setIcon = async (services: Services, admin: Caller, { path }: UploadedFile) => {
  const pictures = await services.images.icons(path, ICON_SIZES).catch(rethrowImageError)
  const rows = ICON_SIZES.map(({ name, density }, index) => ({
    name,
    density,
    png: Buffer.from(pictures[index] ?? []),
  }))
  return changed(services, admin, 'set app icon', async ({ db }) => {
    // In place of those that another administrator has brought at the same time too.
    await db
      .insertInto('appIcons')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['name', 'density']).doUpdateSet(({ ref }) => ({ png: ref('excluded.png') })),
      )
      .execute()
  })
}

export const removeIcon = (services: Services, admin: Caller) =>
  changed(services, admin, 'remove app icon', async ({ db }) => {
    await db.deleteFrom('appIcons').execute()
  })

/** Signs the app with a key of the administrator's; the one that the site has made is kept. */
export const setKey = (services: Services, admin: Caller, pem: string) => {
  const key = readSigningKey(pem)
  if ('fault' in key) throw new Problem('invalid', withError(KEY_FAULTS[key.fault]))
  return changed(services, admin, 'set app key', async ({ db }) => {
    await storeKey(db, 'brought', key)
    return { certificateSha256: sha256Of(key.certificate) }
  })
}

export const removeKey = (services: Services, admin: Caller) =>
  changed(services, admin, 'remove app key', async ({ db }) => {
    await db.deleteFrom('appKeys').where('source', '=', 'brought').execute()
  })

const withError = (message: string) => ({ message, errors: { pem: message } })

/** Makes a change, and starts a rebuild of the app. The audit log has the checksum of a key's certificate, and nothing else of the key. */
const changed = async (
  services: Services,
  admin: Caller,
  action: string,
  change: (trx: Services) => Promise<Record<string, string> | void>,
) => {
  await withAudit(services, admin, async (trx) => {
    const after = await change(trx)
    await forgetFault(trx.db)
    const { siteName: name } = await readSiteSettings(trx)
    return { result: undefined, entry: { action, subject: 'app', name, ...(after && { after }) } }
  })
  services.jobs.runSoon(MAKE_APP_JOB)
  return { success: true as const, data: await readAppState(services) }
}
