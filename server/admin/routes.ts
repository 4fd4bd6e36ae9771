import * as calls from '#contract/admin.ts'
import { resetSecondFactors as resetCall } from '#contract/second-factors.ts'
import * as siteCalls from '#contract/site-admin.ts'
import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { done, type Caller, type Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import type { InspectFile } from '#server/formats/formats.ts'
import { adminPolicy, authorizeBookChange } from '#server/publishing/book-policy.ts'
import { deleteBook } from '#server/publishing/delete-book.ts'
import { withFile } from '#server/publishing/publish-book.ts'
import { type BookUpdate, updateBook } from '#server/publishing/update-book.ts'
import { listInvitations } from '#server/site/invitations.ts'
import type { SiteSettingsCache } from '#server/site/site-settings.ts'
import { adminBook } from './admin-book-serializer.ts'
import { adminSite, changeSite, changeText, invite, offerApp, withdraw } from './change-site.ts'
import { changeManyBooks } from './change-many-books.ts'
import { dailyChart } from './daily-chart.ts'
import { dashboardStats } from './dashboard.ts'
import { listAdminBooks } from './list-books.ts'
import { listAuditLog } from './list-audit-log.ts'
import { listUsers } from './list-users.ts'
import { resetSecondFactors } from './reset-second-factors.ts'
import { deleteUser, updateUser } from './users.ts'

export const adminRoutes = (
  serve: Serve,
  services: Services,
  { site, inspect, personalData }: { site: SiteSettingsCache; inspect: InspectFile; personalData: PersonalData[] },
) => {
  const readDailyChart = dailyChart(services)
  serve(calls.getDashboardStats, async () => done(await dashboardStats(services, readDailyChart)))
  serve(calls.listUsers, ({ query }) => listUsers(services, query))
  serve(calls.updateUser, ({ params, body, caller }) => updateUser(services, caller, params.id, body))
  serve(calls.deleteUser, ({ params, query, caller }) =>
    deleteUser(services, personalData, caller, { ...params, ...query }),
  )
  serve(resetCall, ({ params, caller }) => resetSecondFactors(services, caller, params.id))
  serve(calls.listAdminBooks, ({ query }) => listAdminBooks(services, query))
  serve(calls.getAdminBook, async ({ params }) => done(await adminBook(services, params.id)))
  const changeBook = async (caller: Caller, id: string, update: Pick<BookUpdate, 'change' | 'action'>) => {
    await updateBook(services, inspect, { id, policy: adminPolicy(caller), ...update })
    return done(await adminBook(services, id))
  }
  serve(calls.editAdminBook, ({ params, body, caller }) => changeBook(caller, params.id, { change: withFile(body) }), {
    authorize: ({ params, caller }) => authorizeBookChange(services.db, adminPolicy(caller), params.id),
  })
  serve(calls.togglePremium, ({ params, body, caller }) =>
    changeBook(caller, params.id, { change: body, action: 'set premium' }),
  )
  serve(calls.toggleFeatured, ({ params, body, caller }) =>
    changeBook(caller, params.id, { change: body, action: 'set featured' }),
  )
  serve(calls.deleteAdminBook, async ({ params: { id }, query: { version }, caller }) => {
    await deleteBook(services, { id, policy: adminPolicy(caller), version })
    return done({ _id: id })
  })
  serve(calls.changeManyBooks, async ({ body, caller }) => done(await changeManyBooks(services, inspect, caller, body)))
  serve(calls.listAuditLog, ({ query }) => listAuditLog(services, query))

  serve(siteCalls.getAdminSite, () => adminSite(services))
  serve(siteCalls.updateSiteSettings, ({ body, caller }) => changeSite(services, caller, site, body))
  serve(siteCalls.uploadApp, ({ body, caller }) => offerApp(services, caller, site, body.appFile))
  serve(siteCalls.updateSiteText, ({ params, query, body, caller }) =>
    changeText(services, caller, { ...params, ...query }, body),
  )
  serve(siteCalls.listInvitations, async () => done(await listInvitations(services)))
  serve(siteCalls.makeInvitation, ({ body, caller }) => invite(services, caller, body))
  serve(siteCalls.withdrawInvitation, ({ params, caller }) => withdraw(services, caller, params.code))
}
