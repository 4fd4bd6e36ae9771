import type { AdminSiteSettings } from '#contract/site-admin.ts'
import type { SignIn } from '#contract/site.ts'
import * as calls from '#contract/site.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { VERSION } from '#server/platform/version.ts'
import { countAppDownload } from './app-downloads.ts'
import { readSiteText } from './site-texts.ts'

interface Readers {
  readSite: () => Promise<AdminSiteSettings>
  /** How people log in, if there is anything but passwords. */
  readSignIn: (only: boolean) => Promise<SignIn | undefined>
}

export const siteRoutes = (serve: Serve, services: Services, { readSite, readSignIn }: Readers) => {
  serve(calls.getSiteSettings, async () => {
    const {
      trustedNetworks: _networks,
      secondFactor: _rule,
      counterNoticeDays: _days,
      smallAuthorsPlace: _place,
      remakeEditions: _remade,
      makeApp: _making,
      visitorAge: _age,
      deviceMail,
      maxDeviceMegabytes: _megabytes,
      signIn: rule,
      rescueAdministrator: _rescue,
      ...open
    } = await readSite()
    const signIn = await readSignIn(rule === 'providers')
    return {
      ...open,
      version: VERSION,
      ...(signIn && { signIn }),
      ...(deviceMail === 'on' && { sendsToDevices: true as const }),
    }
  })
  serve(calls.getSiteText, ({ params, query }) => readSiteText(services, { ...params, ...query }))
  serve(calls.countAppDownload, () => countAppDownload(services))
}
