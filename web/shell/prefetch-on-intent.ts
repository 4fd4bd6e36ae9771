import type { QueryClient } from '@tanstack/react-query'
import { RouterContextProvider, matchRoutes } from 'react-router'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { pathShown } from '#web/language/local-path.ts'
import { prefetchContext } from '#web/api/query.ts'

/** How long the pointer must rest on a link before it counts as intent. */
const INTENT_MS = 65

/** Prefetches the code and the data of a page while the pointer or the focus is on a link to it, or a finger touches it. */
export const prefetchOnIntent = (routes: RouteObject[], client: QueryClient) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = ({ target }: Event, delayMs: number) => {
    clearTimeout(timer)
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== window.location.origin || link.hasAttribute('download') || savesData()) return
    const { target: tab } = link
    const url = new URL(link.href)
    const prefetchIt = () => (tab ? prefetchDocument(routes, url) : prefetchPage(routes, client, url))
    timer = setTimeout(() => void prefetchIt().catch(() => undefined), delayMs)
  }
  document.addEventListener('pointerover', (event) => schedule(event, INTENT_MS), { passive: true })
  document.addEventListener('focusin', (event) => schedule(event, INTENT_MS))
  document.addEventListener('pointerdown', (event) => schedule(event, 0), { passive: true })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) stopPrefetching()
  })
}

const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** The files that a page loads at once in this browser. */
const preloaded = () => {
  const { pdf } = document.documentElement.dataset
  return new RegExp(`<link rel="(?:modulepreload|optional" data-for="${pdf}" data-rel="[a-z]+)" href="([^"]+)"`, 'g')
}

const prefetched = new Set<string>()
let underway = new AbortController()

/** The tab that a link has opened loads the page itself, and would wait for each file that is still loaded for it here. */
const stopPrefetching = () => {
  underway.abort()
  prefetched.clear()
  underway = new AbortController()
}

/** Loads a page for another tab, with the scripts that it loads at once, into the HTTP cache. */
const prefetchDocument = async (routes: RouteObject[], { href, pathname }: URL) => {
  // A file matches no page but the one for unknown addresses.
  const isPage = matchRoutes(routes, pathShown(pathname))?.at(-1)?.route.path !== '*'
  if (!isPage || prefetched.has(href)) return
  prefetched.add(href)
  const { signal } = underway
  const html = await (await fetch(href, { signal })).text()
  for (const [, file = ''] of html.matchAll(preloaded())) void load(file, signal).catch(() => undefined)
}

// A body that is not read is not cached.
const load = async (file: string, signal: AbortSignal) => (await fetch(file, { priority: 'low', signal })).blob()

// A failed prefetch is ignored: the request is repeated, and its error shown, when the link is followed.
const prefetchPage = async (routes: RouteObject[], client: QueryClient, url: URL) => {
  const page = matchRoutes(routes, pathShown(url.pathname))?.at(-1)
  if (!page) return
  // The route of the first page is not lazy any more.
  const { loader } = typeof page.route.lazy === 'function' ? await page.route.lazy() : page.route
  if (typeof loader !== 'function') return
  const context = new RouterContextProvider()
  context.set(prefetchContext, client)
  const { params } = page
  await loader({ params, request: new Request(url), context } as unknown as LoaderFunctionArgs, undefined)
}
