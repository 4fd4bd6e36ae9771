import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { api } from '#web/api/api-client.ts'
import { createQueryClient, hydrate } from '#web/api/query-client.ts'
import { localPath } from '#web/language/local-path.ts'
import { captureInstallPrompt } from '#web/install/install-prompt.ts'
import { keepPage } from '#web/session/start.ts'
import { resetQueriesOnSessionChange } from '#web/session/sign-in.ts'
import type { PageData } from '#web/document/page-assets.ts'
import { Document } from './root.tsx'
import { routes } from './routes.ts'

const BASE = localPath('') || '/'

const start = async () => {
  await untilParsed()
  const { origin, contact, carried } = JSON.parse(document.getElementById('data')?.textContent ?? '') as PageData
  const client = createQueryClient(api)
  hydrate(client, carried)
  resetQueriesOnSessionChange(client)
  const loaderData = await loadMatched()
  const router = createBrowserRouter(routes, { basename: BASE, hydrationData: { loaderData } })
  const { dataset } = document.documentElement
  const marks = { ...dataset }
  // React takes all attributes from the root where it can't hydrate a page and renders it anew. Where it renders only a part
  // of it, they may have changed meanwhile, and stay.
  const onRecoverableError = (error: unknown) => {
    if (dataset['start'] === undefined) Object.assign(dataset, marks)
    reportError(error)
  }
  // In a transition, so that hydration does not block input.
  startTransition(() => {
    hydrateRoot(
      document,
      <Document site={{ origin, contact }} client={client}>
        <RouterProvider router={router} />
      </Document>,
      { onRecoverableError },
    )
  })
  captureInstallPrompt()
  return async () => {
    const { startDeferred } = await import('#web/shell/deferred-start.ts')
    startDeferred(routes, client, router)
  }
}

/** The reader's page starts its scripts in its head: where they are cached, they may be there before the rest of the page. */
const untilParsed = async () => {
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
}

/** Loads the first page's modules before hydration, which would otherwise replace the server's markup with a fallback. */
const loadMatched = async () => {
  const matched = matchRoutes(routes, window.location, BASE) ?? []
  const load = async ({ route }: (typeof matched)[number]) => {
    if (typeof route.lazy !== 'function') return
    Object.assign(route, { ...(await route.lazy()), lazy: undefined })
  }
  await Promise.all(matched.map(load))
  return Object.fromEntries(matched.flatMap(({ route }) => (route.id && route.loader ? [[route.id, null]] : [])))
}

// What the server rendered stays. The page works without what is deferred.
start().then((deferred) => deferred(), keepPage)
