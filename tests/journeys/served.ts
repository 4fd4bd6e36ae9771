import type { Page, Route } from '@playwright/test'

/** How the API answers what a page reads. */
export type Served = 'full' | 'loading' | 'empty' | Failing
export type Failing = (typeof FAILINGS)[number]

/** A server that fails: without an answer, with one that has no message, with one that has. */
export const FAILINGS = ['no answer', 'no message', 'a message'] as const

/** The pages ask once more after 0.8 s. */
export const PAST_RETRY_MS = 1000

export const MUTE = { status: 500, body: '' }
export const BROKEN = {
  status: 500,
  json: { message: 'Something went wrong on our side.', type: 'internal', requestId: 'broken' },
}
const NO_BOOKS = { books: [], currentPage: 1, totalBooks: 0, totalPages: 0 }
/** Who is here and what the site is called are known in every state. */
const KNOWN = ['/api/auth/user-details', '/api/site', '/api/books/public/genres', '/api/books/genres']

/** From now on the page's reads are answered as `as()` says. */
export const serve = (page: Page, as: () => Served) =>
  page.route('**/api/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const served = as()
    if (served === 'full' || route.request().method() !== 'GET' || KNOWN.includes(pathname)) return route.continue()
    // Never answered: the page goes before it is.
    if (served === 'loading') return
    if (served !== 'empty') return fail(route, served)
    const isPaged = pathname === '/api/books' || searchParams.has('page')
    return route.fulfill({ json: isPaged ? NO_BOOKS : [] })
  })

export const fail = (route: Route, failing: Failing) => {
  if (failing === 'no answer') return route.abort()
  return route.fulfill(failing === 'a message' ? BROKEN : MUTE)
}

/** Another page of the site, as a click on a link to it would show: nothing is loaded but what it reads. */
export const turnTo = async (page: Page, path: string) => {
  // Before the page has come to life nobody hears of it.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}
