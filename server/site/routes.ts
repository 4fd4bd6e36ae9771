import * as calls from '#contract/site.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { VERSION } from '#server/platform/version.ts'
import { countAppDownload } from './app-downloads.ts'
import type { SiteSettingsCache } from './site-settings.ts'
import { readSiteText } from './site-texts.ts'

export const siteRoutes = (serve: Serve, services: Services, site: SiteSettingsCache) => {
  serve(calls.getSiteSettings, async () => {
    const {
      trustedNetworks: _networks,
      secondFactor: _rule,
      counterNoticeDays: _days,
      smallAuthorsPlace: _place,
      visitorAge: _age,
      ...open
    } = await site.read()
    return { ...open, version: VERSION }
  })
  serve(calls.getSiteText, ({ params }) => readSiteText(services, params.page))
  serve(calls.countAppDownload, () => countAppDownload(services))
}
