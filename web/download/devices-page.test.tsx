import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { User } from '#contract/shapes/people.ts'
import type { Session } from '#web/session/use-session.ts'
import { Token } from './devices-page.tsx'

const shown = (session: Session) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Token session={session} />
    </MemoryRouter>,
  ).replaceAll(/ (?:class|data-discover)="[^"]*"/g, '')

test('only visitors are told to log in for a token', () => {
  const toLogIn = '<a href="/auth?next=%2Fdevices">Log in to make a token</a>'
  for (const status of ['unknown', 'visitor'] as const) expect(shown({ status })).toContain(toLogIn)
  expect(shown({ status: 'starting' })).toBe('')
  expect(shown({ status: 'failed', retry: () => {} })).toContain('Your account could not be loaded.')
  expect(shown({ status: 'member', user: { guest: true } as User })).toContain(
    '<a href="/profile">Sign up to make a token</a>',
  )
})
