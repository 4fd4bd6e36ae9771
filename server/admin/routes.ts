import * as calls from '#contract/admin.ts'
import { updateSiteSettings } from '#contract/site.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings, type SiteSettingsKept, writeSiteSettings } from '#server/site/settings.ts'
import { audit } from './audit.ts'
import { deleteAdminBook, listAdminBooks, toggleFeatured, togglePremium } from './books.ts'
import { dashboardStats } from './dashboard.ts'
import { deleteUser, listUsers, updateUser } from './users.ts'

export const adminRoutes = (serve: Serve, services: Services, site: SiteSettingsKept) => {
  serve(calls.getDashboardStats, async () => ({ success: true as const, data: await dashboardStats(services) }))
  serve(calls.listUsers, ({ query }) => listUsers(services, query))
  serve(calls.updateUser, ({ params, body, caller }) => updateUser(services, caller, params.id, body))
  serve(calls.deleteUser, ({ params, caller }) => deleteUser(services, caller, params.id))
  serve(calls.listAdminBooks, ({ query }) => listAdminBooks(services, query))
  serve(calls.togglePremium, ({ params, body, caller }) => togglePremium(services, caller, params.id, body))
  serve(calls.toggleFeatured, ({ params, body, caller }) => toggleFeatured(services, caller, params.id, body.isFeatured))
  serve(calls.deleteAdminBook, ({ params, caller }) => deleteAdminBook(services, caller, params.id))
  serve(updateSiteSettings, async ({ body, caller }) => {
    const before = await readSiteSettings(services)
    const data = await writeSiteSettings(services, body)
    await audit(services.db, caller, { action: 'change site settings', subject: 'site', before, after: data })
    site.forget()
    return { success: true as const, data }
  })
}
