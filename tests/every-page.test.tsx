// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { FAILED } from '#web/messages/site.ts'
import { routes } from '#web/routes.ts'
import { closePage, type Kind, KINDS, openPage } from './open-page.tsx'

const ID = '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9'

const pathsOf = (list: typeof routes): string[] =>
  list.flatMap(({ path, lazy, children = [] }) => [...(lazy && path ? [path] : []), ...pathsOf(children)])

/** The paths of all pages but that of the reader, which draws pages, as only a browser does. */
const PATHS = pathsOf(routes)
  .map((path) =>
    path
      .replace('*', '/no/such/page')
      .replace(':genre', 'Poetry')
      .replace(/\/:\w+\?/, ''),
  )
  .map((path) => path.replace(/:\w+/, ID))
  .filter((path) => !path.startsWith('/read/'))

/** Of pages that need an account; visitors see the login form, which leads back. */
const FOR_MEMBERS = /^\/(?:profile|notices|kept|my|lists|library|book|books\/[^/]+\/\w+|admin|moderation)(?:\/|$)/
const FOR_EVERYBODY = [`/book/premium/${ID}`, `/books/${ID}/card`]
/** Guests see the form there that keeps their account. */
const NOT_FOR_GUESTS = /^\/(?:profile\/(?!notices)|my\/history)/

/** Where somebody is who has gone to this path. */
const placeOf = (path: string, kind: Kind) => {
  const isStaff = /^\/(?:admin|moderation)(?:\/|$)/.test(path)
  const needsAccount = FOR_MEMBERS.test(path) && !FOR_EVERYBODY.includes(path)
  if (kind === 'visitor') return needsAccount ? `/auth?next=${encodeURIComponent(path)}` : path
  if (kind === 'guest' && NOT_FOR_GUESTS.test(path)) return '/profile'
  if (path === '/auth' && kind !== 'guest') return kind === 'admin' ? '/admin' : '/'
  return isStaff && kind !== 'admin' ? '/' : path
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterAll(closePage)

describe.each(KINDS)('for a %s with something of everything', (kind) => {
  test.each(PATHS)('%s is shown, or leads to where it is', async (path) => {
    const { router } = openPage(path, kind, 'filled')
    await waitFor(() => {
      const { pathname, search } = router.state.location
      expect(pathname + search).toBe(placeOf(path, kind))
      expect(document.querySelectorAll('h1')).toHaveLength(1)
      expect(screen.queryAllByText(/^Loading/)).toEqual([])
    })
    expect(screen.queryByText(FAILED.title)).toBeNull()
  })
})
