import type { FastifyInstance } from 'fastify'
import { networksIn } from '#contract/site-admin.ts'
import { adminRoutes } from './admin/routes.ts'
import { appFileRoutes } from './app-package/own-file.ts'
import { appPackageFiles, appPackageRoutes } from './app-package/routes.ts'
import { withApp } from './app-package/site-app.ts'
import { apiTokenRoutes } from './accounts/api-tokens/routes.ts'
import { accountRoutes } from './accounts/routes.ts'
import { authenticate } from './accounts/sessions/authenticate.ts'
import { backChannelRoute } from './accounts/single-sign-on/back-channel.ts'
import { callbackRoute, singleSignOnRoutes } from './accounts/single-sign-on/routes.ts'
import { readSignIn } from './accounts/single-sign-on/providers.ts'
import { secondFactorRoutes } from './accounts/second-factor/routes.ts'
import { exportAccount as exportCall } from '#contract/account-settings.ts'
import { exportAccount } from './accounts/personal-data/export-account.ts'
import { exportFileRoute } from './accounts/personal-data/export-link.ts'
import { exportingRoutes, worksFileRoute } from '#server/exporting/routes.ts'
import { profileImageRoutes } from './accounts/profile/profile-image-files.ts'
import { createViewCounter } from './books/count-views.ts'
import { bookCodeRoute } from './books/book-code.ts'
import { fileRoutes } from './books/files.ts'
import { fileSigner } from './books/read-book.ts'
import { readExtras } from './books/read-extras.ts'
import { hideOlderBooks } from './books/hide-older-books.ts'
import { bookRoutes } from './books/routes.ts'
import { commentRoutes } from './comments/routes.ts'
import { deviceMailRoutes } from './device-mail/routes.ts'
import { figureRoutes } from './figures/routes.ts'
import { personalData } from './personal-data.ts'
import { isWideAddress } from './platform/trusted-networks.ts'
import { healthRoutes } from './platform/health.ts'
import { limitConnections } from './platform/http/request/connections.ts'
import { cspReportRoute } from './platform/http/pages/csp-report.ts'
import { createRefusal } from './platform/http/request/load-shedding.ts'
import { importRoutes } from './importing/routes.ts'
import { keepKepubDigest } from './kosync/kepub-digests.ts'
import { kosyncRoutes } from './kosync/routes.ts'
import { metricsRoute } from './platform/http/metrics/metrics.ts'
import { docsRoutes } from './platform/http/openapi/docs.ts'
import { API_POLICY, flat, securityHeaders } from './platform/http/response/headers.ts'
import { serveCachedFirst, createHttpServer, rejectUnknownRoute } from './platform/http/http-server.ts'
import { chooseServices } from './platform/http/response-cache/replica-reads.ts'
import { serveOn } from './platform/http/serve.ts'
import type { Services } from './platform/services.ts'
import { createWorkQueue } from './platform/work-queue.ts'
import { markRoutes } from './marks/routes.ts'
import { type BookInspector, openBookInspector } from './formats/formats.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { publishingRoutes } from './publishing/routes.ts'
import { premiumRoutes } from './premium/routes.ts'
import { createClickCounter } from './recommendations/count-clicks.ts'
import { recommendationRoutes } from './recommendations/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { listCardRoute } from './shelves/list-card.ts'
import { shelfRoutes } from './shelves/routes.ts'
import { readingRoutes } from './reading/routes.ts'
import { searchInsideRoutes } from './search-inside/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { qrCodeRoute } from './site/qr-code.ts'
import { securityTxtRoute } from './site/security-txt.ts'
import { feedRoutes } from './site/feeds.ts'
import { sitemapRoutes } from './site/sitemap.ts'
import { textViewRoutes } from './text-view/routes.ts'
import { createSiteSettingsCache, type SiteSettingsCache } from '#server/site/site-settings.ts'
import { readersTexts } from './site/readers-texts.ts'
import { webManifestRoute } from './site/web-manifest.ts'
import { opdsRoutes } from './opds/routes.ts'
import { ratingRoutes } from './ratings/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { noticeRoutes, stopNoticesRoute } from './notices/routes.ts'
import { oneClickRoute, weeklyRoutes } from './weekly/routes.ts'

/** Three times as many calls as there are connections to the database. */
const CALLS = { concurrency: 32, minQueue: 64 }

interface Options {
  /** Adds the pages; absent where only the API is wanted. */
  pages?: (app: FastifyInstance, services: Services, site: SiteSettingsCache) => Promise<void>
  checkAnswers?: boolean
  /** Its processes are ended with the site. */
  inspector?: BookInspector
}

/** The API and the pages, not yet listening. */
export const buildApp = async (
  services: Services,
  { pages, checkAnswers = false, inspector = openBookInspector() }: Options = {},
) => {
  const app = createHttpServer(services)
  const sign = await fileSigner(services)
  const views = createViewCounter(services)
  const site = createSiteSettingsCache(services)
  const clicks = await createClickCounter(services)
  const isWide = isWideAddress(services)
  const queue = createWorkQueue(CALLS)
  await services.trustedNetworks.useSource(async () => networksIn((await site.read()).trustedNetworks))
  app.addHook('onClose', async () => {
    await Promise.all([views.stop(), clicks.stop(), inspector.close()])
  })

  const findCaller = authenticate(services)
  const { serve, served } = serveOn(app, {
    authenticate: findCaller,
    checkAnswers,
    tempFolder: services.storage.tempFolder,
    limiter: services.limiter,
    sharedRates: services.sharedRates,
    withServices: hideOlderBooks(chooseServices(services), async () => (await site.read()).visitorAge),
    queue,
    cache: services.cache,
    apiHeaders: flat({ ...securityHeaders(services.settings.publicUrl), 'content-security-policy': API_POLICY }),
    sharedCacheSeconds: services.settings.sharedCacheSeconds,
    invalidate: services.invalidate,
    now: services.now,
    isFactorRequired: async () => (await site.read()).secondFactor === 'administrators',
    isLibraryOpen: async () => (await site.read()).libraryAccess === 'everyone',
  })
  accountRoutes(serve, services, personalData)
  secondFactorRoutes(serve, services)
  singleSignOnRoutes(serve, services)
  apiTokenRoutes(serve, services)
  exportingRoutes(serve, services)
  publishingRoutes(serve, services, { inspect: inspector.inspect, sign })
  bookRoutes(serve, services, { sign, views })
  noticeRoutes(serve, services)
  deviceMailRoutes(serve, services, views)
  readingRoutes(serve, services)
  markRoutes(serve, services)
  ratingRoutes(serve, services)
  commentRoutes(serve, services)
  shelfRoutes(serve, services)
  siteRoutes(serve, services, {
    readSite: async () => withApp(services, await site.read()),
    readSignIn: (only) => readSignIn(services, only),
  })
  appPackageRoutes(serve, services, site)
  importRoutes(serve, services)
  premiumRoutes(serve, services, sign)
  figureRoutes(serve, services, sign)
  recommendationRoutes(serve, services, { site, clicks })
  searchInsideRoutes(serve)
  textViewRoutes(serve, services)
  weeklyRoutes(serve, services)
  webhookRoutes(serve, services)
  moderationRoutes(serve, services)
  reportRoutes(serve, services, inspector.copyPage)
  adminRoutes(serve, services, { site, inspect: inspector.inspect, personalData })

  fileRoutes(app, services, { sign, views, onKepub: (made) => keepKepubDigest(services, made) })
  bookCodeRoute(app, services)
  profileImageRoutes(app, services)
  await callbackRoute(app, services)
  await backChannelRoute(app, services)
  exportFileRoute(app, services, {
    what: 'export',
    fileType: exportCall.fileType,
    rate: exportCall.rates[0],
    make: (userId) => exportAccount(services, personalData, userId),
  })
  worksFileRoute(app, services)
  await kosyncRoutes(app, services)
  appFileRoutes(app, services)
  appPackageFiles(app, services, site)
  healthRoutes(app, services)
  sitemapRoutes(app, services)
  const findTexts = readersTexts(site.read)
  feedRoutes(app, services, { updatesOf: (ids) => readExtras(services.db, ids), findTexts })
  opdsRoutes(app, services, { authenticate: findCaller, sign, findTexts })
  listCardRoute(app, services, findTexts)
  qrCodeRoute(app, services, async () => withApp(services, await site.read()))
  webManifestRoute(app, site, findTexts)
  securityTxtRoute(app, services, site)
  await oneClickRoute(app, services)
  await stopNoticesRoute(app, services)
  await cspReportRoute(app, services)
  await docsRoutes(app, served)
  if (pages) await pages(app, services, site)

  const connections = limitConnections(app, { isWide })
  const { refuse, refused } = createRefusal(queue, served, services.settings.publicUrl)
  const { figures } = metricsRoute(app, services, {
    served,
    refused,
    connections: connections.counts,
    waitingCalls: queue.waiting,
  })
  serveCachedFirst(app, services, { note: connections.note, refuse, figures })
  const reject = rejectUnknownRoute(served)
  app.setNotFoundHandler((request, reply) => reject(request, (methods) => reply.header('allow', methods)))
  app.all('/api/*', async (request, reply) => reject(request, (methods) => reply.header('allow', methods)))
  return { app, served, views, clicks }
}
