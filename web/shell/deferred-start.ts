import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { trustedScriptUrl } from '#web/document/trusted-types.ts'
import { loadJapaneseWhenNeeded } from '#web/fonts/load-japanese.ts'
import { prefetchOnIntent } from './prefetch-on-intent.ts'
import { sendWhenOnline } from './send-when-online.ts'

/** Delays the service worker's registration, so that the first page loads before it. */
const REGISTER_WORKER_AFTER_MS = 3000

/** Starts what is not needed for the first page to work. Loaded after hydration has begun. */
export const startDeferred = (routes: RouteObject[], client: QueryClient) => {
  loadJapaneseWhenNeeded()
  prefetchOnIntent(routes, client)
  sendWhenOnline(client)
  if (import.meta.env.PROD) window.setTimeout(() => void registerWorker(), REGISTER_WORKER_AFTER_MS)
}

/** Registers the service worker for the offline page. The site works without it, so a failure is ignored. */
const registerWorker = async () => {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(trustedScriptUrl('/service-worker.js')).catch(() => undefined)
}
