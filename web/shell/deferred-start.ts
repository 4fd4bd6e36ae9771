import type { QueryClient } from '@tanstack/react-query'
import type { DataRouter, RouteObject } from 'react-router'
import { trustedScriptUrl } from '#web/document/trusted-types.ts'
import { loadJapaneseWhenNeeded } from '#web/fonts/load-japanese.ts'
import { endStart } from '#web/session/start.ts'
import { namePageInLanguageLinks } from './name-page-in-language-links.ts'
import { prefetchOnIntent } from './prefetch-on-intent.ts'
import { sendWhenOnline } from './send-when-online.ts'

/** Until then the first page has started, also on a slow device, and the service worker does not delay it. */
const STARTED_MS = 3000

/** Starts what is not needed for the first page to work. Loaded after hydration has begun. */
export const startDeferred = (routes: RouteObject[], client: QueryClient, router: DataRouter) => {
  loadMissingPages(router)
  loadJapaneseWhenNeeded()
  prefetchOnIntent(routes, client)
  sendWhenOnline(client)
  namePageInLanguageLinks()
  window.setTimeout(() => {
    // Members' pages are rendered by the server without their content: what fails later has an error page.
    if (document.querySelector('meta[name=robots]')) endStart()
    if (import.meta.env.PROD) void registerWorker()
  }, STARTED_MS)
}

/**
 * The module of a page is gone once a new version of the site is deployed: the server shows the page then. Without its answer
 * the error page stays, and Back leads to the page before. A page that the server has sent is not loaded again.
 */
const loadMissingPages = (router: DataRouter) => {
  let known: unknown
  router.subscribe(({ errors }) => {
    endStart()
    if (errors && errors !== known)
      void fetch(window.location.href, { method: 'HEAD' }).then(
        () => window.location.reload(),
        () => undefined,
      )
    known = errors
  })
}

/** Registers the service worker for the offline page. The site works without it, so a failure is ignored. */
const registerWorker = async () => {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(trustedScriptUrl('/service-worker.js')).catch(() => undefined)
}
