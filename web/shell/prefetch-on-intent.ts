import type { QueryClient } from '@tanstack/react-query'
import { RouterContextProvider, matchRoutes } from 'react-router'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { warming } from '#web/api/query.ts'

/** A pointer that only passes over a link asks for nothing. */
const INTENT_MS = 65

/** Whoever points at a link, or comes to it by keyboard, finds its page loaded and read before following it. */
export const prefetchOnIntent = (routes: RouteObject[], client: QueryClient) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const meant = ({ target }: Event, afterMs: number) => {
    clearTimeout(timer)
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== window.location.origin || link.hasAttribute('download') || isSparing()) return
    const { href } = link
    timer = setTimeout(() => void readPage(routes, client, new URL(href)), afterMs)
  }
  document.addEventListener('pointerover', (event) => meant(event, INTENT_MS), { passive: true })
  document.addEventListener('focusin', (event) => meant(event, INTENT_MS))
  document.addEventListener('pointerdown', (event) => meant(event, 0), { passive: true })
}

const isSparing = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

const readPage = async (routes: RouteObject[], client: QueryClient, url: URL) => {
  const context = new RouterContextProvider()
  context.set(warming, client)
  const ready = (matchRoutes(routes, url) ?? []).map(async ({ route, params }) => {
    if (typeof route.lazy !== 'function') return
    const { loader } = await route.lazy()
    if (typeof loader === 'function')
      await loader({ params, request: new Request(url), context } as unknown as LoaderFunctionArgs, undefined)
  })
  // What fails here is asked for again, and told, when the link is followed.
  await Promise.allSettled(ready)
}
