import { cleanup, configure, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, createBrowserRouter } from 'react-router'
import { DEFAULT_SITE_SETTINGS } from '#contract/values/site.ts'
import { getSiteSettings } from '#contract/calls/site.ts'
import { getUserDetails } from '#contract/calls/accounts.ts'
import { addressOf } from '#contract/api/client.ts'
import { api } from '#web/api/api-client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { SiteProvider } from '#web/document/site.tsx'
import { routes } from '#web/routes.ts'
import { writeToken } from '#web/session/token.ts'
import { aPersonOf, BROKEN, type Failing, type Kind, readOf } from './reads.ts'
import { sampleOf } from './sample-of.ts'

export { BROKEN, type Failing, type Kind, KINDS } from './reads.ts'

/** How the server answers the reads of a page. */
export type Answered = 'filled' | 'empty' | 'loading' | Failing

// A second, the default, is too short for a busy machine.
configure({ asyncUtilTimeout: 20_000 })

const answerOf = (pathname: string, answered: Answered): Response | Promise<Response> => {
  const response = readOf(pathname)?.response
  switch (answered) {
    case 'loading':
      return new Promise(() => undefined)
    case 'no answer':
      return Promise.reject(new TypeError('Failed to fetch'))
    case 'no message':
      return new Response('', { status: 500 })
    case 'a message':
      return Response.json({ message: BROKEN, type: 'internal', requestId: 'broken' }, { status: 500 })
    default:
      if (!response) return new Response(null, { status: 204 })
      return Response.json(sampleOf(response, answered === 'empty'))
  }
}

/** Closes the page that was opened last. */
export let closePage = () => {}

/**
 * Opens a page of the site as this kind of people has it, while the server answers all reads in one way, or each by its
 * path. There is no browser: nothing has a size, and nothing is drawn. A page that was opened before is closed.
 */
export const openPage = (path: string, kind: Kind, answered: Answered | ((pathname: string) => Answered)) => {
  closePage()
  writeToken(kind === 'visitor' ? null : 'a-token')
  window.history.replaceState(null, '', path)
  window.fetch = async (url) => {
    const { pathname } = new URL(String(url), window.location.href)
    if (pathname === addressOf(getUserDetails) && kind !== 'visitor') return Response.json({ user: aPersonOf(kind) })
    if (pathname === addressOf(getSiteSettings)) return Response.json({ ...DEFAULT_SITE_SETTINGS, version: '0.1.0' })
    // Books, of which a page lists none: a library without any has another home page.
    if (pathname.endsWith('/genres')) return answerOf(pathname, 'filled')
    return answerOf(pathname, typeof answered === 'function' ? answered(pathname) : answered)
  }
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: {} } })
  render(
    <SiteProvider value={{ origin: window.location.origin, contact: '' }}>
      <QueryClientProvider client={createQueryClient(api, { retries: 0 })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteProvider>,
  )
  closePage = () => {
    cleanup()
    router.dispose()
  }
  return { router }
}

/** Waits until these texts are on the page, each as the whole text of an element. */
export const sees = async (...texts: string[]) => {
  for (const text of texts) await screen.findAllByText(text, { ignore: 'script, style, title' })
}
