import type { SiteSettings, SiteTextName } from '#contract/site.ts'
import type { UploadedFile } from '#contract/uploaded-file.ts'
import { recordAudit } from '#server/platform/audit-log.ts'
import type { Caller } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { storeApp } from '#server/site/app-file.ts'
import { makeInvitation, withdrawInvitation } from '#server/site/invitations.ts'
import { readSiteSettings, type SiteSettingsCache, versionOf, writeSiteSettings } from '#server/site/site-settings.ts'
import { writeSiteText } from '#server/site/site-texts.ts'

export const adminSite = async (services: Services) => answerOf(await readSiteSettings(services))

const answerOf = (data: SiteSettings) => ({ success: true as const, data, version: versionOf(data) })

type Change = Partial<SiteSettings> & { version?: string | undefined }

/** Changes site settings, for everyone within a second. */
export const changeSite = async (
  services: Services,
  admin: Caller,
  site: SiteSettingsCache,
  { version, ...change }: Change,
) => {
  const after = await services.db.transaction().execute(async (db) => {
    const changed = await writeSiteSettings({ ...services, db }, change, version)
    await recordAudit(db, admin, { action: 'change site settings', subject: 'site', ...changed })
    return changed.after
  })
  site.forget()
  return answerOf(after)
}

export const changeText = (
  services: Services,
  admin: Caller,
  page: SiteTextName,
  { text, version }: { text: string; version?: string | undefined },
) =>
  services.db.transaction().execute(async (db) => {
    const { before, after } = await writeSiteText({ ...services, db }, page, { text, seen: version })
    const deed = { action: 'change text', subject: `text ${page}`, name: page }
    await recordAudit(db, admin, { ...deed, before: { text: before.text }, after: { text } })
    return { success: true as const, data: after }
  })

export const offerApp = (services: Services, admin: Caller, site: SiteSettingsCache, file: UploadedFile) =>
  storeApp(services, file, (appFile) => changeSite(services, admin, site, { appFile }))

export const invite = (services: Services, admin: Caller, note: string) =>
  services.db.transaction().execute(async (db) => {
    const data = await makeInvitation({ ...services, db }, admin, note)
    await recordAudit(db, admin, { action: 'make invitation', subject: 'invitation', name: note, after: { note } })
    return { success: true as const, data }
  })

export const withdraw = (services: Services, admin: Caller, code: string) =>
  services.db.transaction().execute(async (db) => {
    const { note } = await withdrawInvitation(db, code)
    await recordAudit(db, admin, { action: 'withdraw invitation', subject: 'invitation', name: note, before: { note } })
    return { success: true as const, data: { code } }
  })
