import { Problem } from '#contract/api/problems.ts'
import type { AdminSiteSettings } from '#contract/site-admin.ts'
import type { UploadedFile } from '#contract/api/uploaded-file.ts'
import { readProviders } from '#server/accounts/single-sign-on/providers.ts'
import { MAKE_APP_JOB } from '#server/app-package/make-app.ts'
import { withAudit } from '#server/platform/audit-log.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { storeApp } from '#server/app-package/own-file.ts'
import { makeInvitations, withdrawInvitation } from '#server/site/invitations.ts'
import { readSiteSettings, type SiteSettingsCache, versionOf, writeSiteSettings } from '#server/site/site-settings.ts'
import { nameOfText, type SiteTextOf, writeSiteText } from '#server/site/site-texts.ts'

export const adminSite = async (services: Services) => toAnswer(services, await readSiteSettings(services))

const toAnswer = ({ settings }: Services, data: AdminSiteSettings) => ({
  success: true as const,
  data,
  version: versionOf(data),
  ...(settings.smtpUrl === undefined && { keepsMails: true as const }),
})

type SettingsChange = Partial<AdminSiteSettings> & { version?: string | undefined }

/** Changes site settings; other processes read them within a second. */
export const changeSite = async (
  services: Services,
  admin: Caller,
  site: SiteSettingsCache,
  { version, ...change }: SettingsChange,
) => {
  // Otherwise this administrator would be locked out by the change.
  if (change.secondFactor === 'administrators' && !admin.hasShownFactor) throw new Problem('ownFactorFirst')
  const after = await withAudit(services, admin, async (trx) => {
    const changed = await writeSiteSettings(trx, change, version)
    if (change.signIn !== undefined || change.rescueAdministrator !== undefined) await assertWayIn(trx, changed.after)
    return { result: changed.after, entry: { action: 'change site settings', subject: 'site', ...changed } }
  })
  site.forget()
  services.jobs.runSoon(MAKE_APP_JOB)
  await services.trustedNetworks.refresh()
  return toAnswer(services, after)
}

const NO_PROVIDER = 'Add a provider first'
const NO_RESCUE = 'Name an administrator here who has a confirmed address and a password'

/** Without passwords there must be a provider, and an administrator who gets in when it fails. */
const assertWayIn = async (services: Services, { signIn, rescueAdministrator }: AdminSiteSettings): Promise<void> => {
  if (signIn === 'passwords') return
  if ((await readProviders(services)).length === 0) throw new Problem('invalid', { errors: { signIn: NO_PROVIDER } })
  const rescue = await services.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', rescueAdministrator)
    .where('userType', '=', 'admin')
    .where('verified', '=', true)
    .where('passwordHash', 'is not', null)
    .executeTakeFirst()
  if (!rescue) throw new Problem('invalid', { errors: { rescueAdministrator: NO_RESCUE } })
}

export const changeText = (
  services: Services,
  admin: Caller,
  of: SiteTextOf,
  { text, version }: { text: string; version?: string | undefined },
) =>
  withAudit(services, admin, async (trx) => {
    const { before, after } = await writeSiteText(trx, of, { text, seen: version })
    const entry = { action: 'change text', subject: `text ${nameOfText(of)}`, name: nameOfText(of) }
    return {
      result: { success: true as const, data: after },
      entry: { ...entry, before: { text: before.text }, after: { text } },
    }
  })

export const offerApp = (services: Services, admin: Caller, site: SiteSettingsCache, file: UploadedFile) =>
  storeApp(services, file, (appFile) => changeSite(services, admin, site, { appFile }))

/** However many invitations, the audit log has one entry. */
export const invite = (services: Services, admin: Caller, { note, count }: { note: string; count: number }) =>
  withAudit(services, admin, async (trx) => {
    const { codes, first } = await makeInvitations(trx, admin, { note, count })
    return {
      result: { success: true as const, data: first, codes },
      entry: {
        action: 'make invitation',
        subject: 'invitation',
        name: note,
        after: { note, ...(count > 1 && { count }) },
      },
    }
  })

export const withdraw = (services: Services, admin: Caller, code: string) =>
  withAudit(services, admin, async (trx) => {
    const { note } = await withdrawInvitation(trx.db, code)
    return {
      result: { success: true as const, data: { code } },
      entry: { action: 'withdraw invitation', subject: 'invitation', name: note, before: { note } },
    }
  })
