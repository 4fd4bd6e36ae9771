import type { Page, Route } from '@playwright/test'

/** How the API answers the reads of a page. */
export type Served = 'full' | 'loading' | 'empty' | Failing
export type Failing = (typeof FAILINGS)[number]

/** A failed call: no response, a response without a message, or one with a message. */
export const FAILINGS = ['no answer', 'no message', 'a message'] as const

/** Failed queries are retried once after 0.8 s. */
export const PAST_RETRY_MS = 1000

export const MUTE = { status: 500, body: '' }
export const BROKEN = {
  status: 500,
  json: { message: 'Something went wrong on our side.', type: 'internal', requestId: 'broken' },
}
/** While the database is unavailable. */
export const AWAY = { status: 503, json: { message: '', type: 'unavailable', requestId: 'away' } }
const NO_BOOKS = { books: [], currentPage: 1, totalBooks: 0, totalPages: 0 }
/** Answered in every state: session, site settings and genres. */
const ALWAYS_ANSWERED = ['/api/auth/user-details', '/api/site', '/api/books/public/genres', '/api/books/genres']

/** Answers the page's reads as `as()` says. */
export const serve = (page: Page, as: () => Served) =>
  page.route('**/api/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const served = as()
    if (served === 'full' || route.request().method() !== 'GET' || ALWAYS_ANSWERED.includes(pathname))
      return route.continue()
    // Never answered.
    if (served === 'loading') return
    if (served !== 'empty') return answerRoute(route, answerOf(served))
    const isPaged = pathname === '/api/books' || searchParams.has('page')
    return route.fulfill({ json: isPaged ? NO_BOOKS : [] })
  })

export const answerOf = (failing: Failing): Answer => {
  if (failing === 'no answer') return failing
  return failing === 'a message' ? BROKEN : MUTE
}

/** Waits until React has hydrated the page. Clicks and keys before that are lost. */
export const untilHydrated = (page: Page) =>
  page.waitForFunction(() => {
    const [, root] = Object.entries(document).find(([key]) => key.startsWith('__reactContainer$')) ?? []
    return root?.stateNode.current.memoizedState.isDehydrated === false
  })

/** Answers a call with `answer` while `act` makes it, and for no longer. The call may be sent after `act` has ended. */
export const answerWith = async (page: Page, path: string, answer: Answer, act: () => Promise<unknown>) => {
  const answered = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await answerRoute(route, answer)
    answered.resolve()
  })
  await act()
  await answered.promise
  await page.unroute(path)
}

type Answer = 'no answer' | Parameters<Route['fulfill']>[0]

const answerRoute = (route: Route, answer: Answer) => (answer === 'no answer' ? route.abort() : route.fulfill(answer))

/** Navigates on the client, as a click on a link does. */
export const turnTo = async (page: Page, path: string) => {
  await untilHydrated(page)
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}
