import * as calls from '#contract/admin.ts'
import * as siteCalls from '#contract/site.ts'
import type { PersonalData } from '#server/accounts/personal-data.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import type { InspectPdf } from '#server/publishing/open-pdf.ts'
import { listInvitations } from '#server/site/invitations.ts'
import type { SiteSettingsCache } from '#server/site/site-settings.ts'
import { adminBook } from './admin-book-serializer.ts'
import { deleteBook, editBook, toggleFeatured, togglePremium } from './change-book.ts'
import { adminSite, changeSite, changeText, invite, offerApp, withdraw } from './change-site.ts'
import { dailyLines } from './daily-lines.ts'
import { dashboardStats } from './dashboard.ts'
import { listAdminBooks } from './list-books.ts'
import { listAuditLog } from './list-audit-log.ts'
import { listUsers } from './list-users.ts'
import { deleteUser, updateUser } from './users.ts'

const done = <T>(data: T) => ({ success: true as const, data })

export const adminRoutes = (
  serve: Serve,
  services: Services,
  { site, openPdf, personalData }: { site: SiteSettingsCache; openPdf: InspectPdf; personalData: PersonalData[] },
) => {
  const readLines = dailyLines(services)
  serve(calls.getDashboardStats, async () => done(await dashboardStats(services, readLines)))
  serve(calls.listUsers, ({ query }) => listUsers(services, query))
  serve(calls.updateUser, ({ params, body, caller }) => updateUser(services, caller, params.id, body))
  serve(calls.deleteUser, ({ params, query, caller }) =>
    deleteUser(services, personalData, caller, { ...params, ...query }),
  )
  serve(calls.listAdminBooks, ({ query }) => listAdminBooks(services, query))
  serve(calls.getAdminBook, async ({ params }) => done(await adminBook(services, params.id)))
  serve(calls.editAdminBook, ({ params, body, caller }) =>
    editBook(services, openPdf, { admin: caller, id: params.id, change: body }),
  )
  serve(calls.togglePremium, ({ params, body, caller }) => togglePremium(services, caller, params.id, body))
  serve(calls.toggleFeatured, ({ params, body, caller }) => toggleFeatured(services, caller, params.id, body))
  serve(calls.deleteAdminBook, ({ params, query, caller }) => deleteBook(services, caller, params.id, query.version))
  serve(calls.listAuditLog, ({ query }) => listAuditLog(services, query))

  serve(siteCalls.getAdminSite, () => adminSite(services))
  serve(siteCalls.updateSiteSettings, ({ body, caller }) => changeSite(services, caller, site, body))
  serve(siteCalls.uploadApp, ({ body, caller }) => offerApp(services, caller, site, body.appFile))
  serve(siteCalls.updateSiteText, ({ params, body, caller }) => changeText(services, caller, params.page, body))
  serve(siteCalls.listInvitations, async () => done(await listInvitations(services)))
  serve(siteCalls.makeInvitation, ({ body, caller }) => invite(services, caller, body.note))
  serve(siteCalls.withdrawInvitation, ({ params, caller }) => withdraw(services, caller, params.code))
}
