// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BROKEN, type Failing, type Kind, closePage, openPage, sees } from './open-page.tsx'

const BOOK = '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9'
const FAILINGS = ['a message', 'no message', 'no answer'] as const

/** The texts of a page in each state; those of 'failed' are shown however the reads fail. */
interface States {
  loading?: string[]
  empty?: string[]
  failed?: string[]
  failedWith?: Record<Failing, string>
  /** What Retry loads, where it does not load the whole page again. */
  retried?: string
}

/** The server's message if there is one, else the call's; the page's own if there is no answer. */
const staffFails = (noMessage: string, noAnswer = noMessage, prefix = ''): Record<Failing, string> => ({
  'a message': `${prefix}${BROKEN}`,
  'no message': `${prefix}${noMessage}`,
  'no answer': `${prefix}${noAnswer}`,
})

const NO_PREMIUM = 'No premium books available at the moment.'
const PREMIUM_FAILED = 'Failed to load premium books. Please try again later.'
const BOOK_FAILED = 'Failed to load book details. Please try again later.'
const BOOKS_FAILED = 'Failed to load books. Please try again later.'
const OWN_FAILED = 'Failed to fetch book details. Please check your connection and try again.'

const PAGES: [path: string, kind: Kind, states: States][] = [
  ['/', 'visitor', { empty: [NO_PREMIUM], failed: ['Could not load trending books', PREMIUM_FAILED] }],
  ...(['guest', 'reader'] as const).map((kind): [string, Kind, States] => [
    '/',
    kind,
    {
      loading: ['Loading top rated books...', 'Loading new arrivals...'],
      empty: [NO_PREMIUM, 'No new arrivals available at the moment'],
      failed: [
        'Failed to load top rated books',
        'Failed to load new arrivals',
        'Failed to load recommendations',
        PREMIUM_FAILED,
      ],
    },
  ]),
  ['/', 'author', { empty: ['No books uploaded yet'], failed: [OWN_FAILED] }],
  ['/library', 'reader', { empty: ['No books found. Try a different search or category.'], failed: [BOOKS_FAILED] }],
  [
    '/library/Poetry',
    'guest',
    { empty: ['No books found. Try a different search or category.'], failed: [BOOKS_FAILED] },
  ],
  [`/books/${BOOK}`, 'visitor', { loading: ['Loading book details...'], failed: [BOOK_FAILED, 'Back to the library'] }],
  [`/book/${BOOK}`, 'reader', { loading: ['Loading book details...'], failed: [BOOK_FAILED] }],
  ['/premium', 'visitor', { empty: [NO_PREMIUM], failed: [PREMIUM_FAILED] }],
  [`/book/premium/${BOOK}`, 'visitor', { loading: ['Loading book details...'], failed: [BOOK_FAILED] }],
  [
    '/BookComponent',
    'visitor',
    {
      loading: ['Loading premium books...', 'Loading new arrivals...', 'Loading trending books...'],
      empty: [
        'No premium books available at the moment',
        'No new arrivals available at the moment',
        'Book Title',
        'No reads yet',
      ],
      failed: ['Failed to load premium books', 'Failed to load new arrivals', 'Could not load trending books'],
    },
  ],
  ['/profile', 'author', { empty: ['No books uploaded yet'], failed: [OWN_FAILED] }],
  [
    '/my/notes',
    'reader',
    { loading: ['Loading your notes...'], failed: ['Failed to load your notes. Please try again later.'] },
  ],
  [
    '/notices',
    'reader',
    { loading: ['Loading your notices...'], failed: ['Failed to load your notices. Please try again.'] },
  ],
  [
    '/my/history',
    'reader',
    {
      loading: ['Loading your reading history...'],
      failed: ['Failed to load your reading history. Please try again later.'],
    },
  ],
  [
    '/profile/figures',
    'author',
    { loading: ['Loading the figures...'], failed: ['Failed to load the figures. Please try again later.'] },
  ],
  ['/profile/reports', 'reader', { loading: ['Loading your reports...'], failed: ['Failed to load your reports'] }],
  [
    '/admin',
    'admin',
    {
      loading: ['Loading dashboard data...'],
      failedWith: staffFails('Failed to fetch dashboard stats', 'Failed to load dashboard data', 'Error: '),
    },
  ],
  [
    '/admin/users',
    'admin',
    {
      loading: ['Loading users...'],
      empty: ['No users found', 'Page 1 of 1'],
      failedWith: staffFails('Failed to fetch users', 'Failed to load users'),
      retried: 'Verified',
    },
  ],
  [
    '/admin/books',
    'admin',
    {
      loading: ['Loading books...'],
      empty: ['No books found'],
      failed: ['Error!'],
      failedWith: staffFails('Failed to fetch books', 'Error loading books'),
      retried: 'some title',
    },
  ],
  [
    '/admin/log',
    'admin',
    {
      loading: ['Loading the log...'],
      empty: ['There are no entries yet.'],
      failedWith: staffFails('Failed to load the log'),
      retried: 'some admin',
    },
  ],
  [
    '/admin/import',
    'admin',
    {
      loading: ['Loading imports...'],
      empty: ['No imports yet.'],
      failedWith: staffFails('Failed to load the imports'),
    },
  ],
  [
    '/admin/site',
    'admin',
    { loading: ['Loading site settings...'], failedWith: staffFails('Failed to load site settings') },
  ],
  [`/admin/books/edit/${BOOK}`, 'admin', { loading: ['Loading book details...'], failedWith: staffFails(BOOK_FAILED) }],
  [
    '/moderation/hidden',
    'admin',
    {
      loading: ['Loading what is hidden...'],
      empty: ['Nothing is hidden.', 'No account is suspended.'],
      failed: ['Failed to load what is hidden', 'Failed to load the suspended accounts'],
    },
  ],
  [
    '/moderation/reports',
    'admin',
    {
      loading: ['Loading the reports...'],
      empty: ['No reports are waiting for you.'],
      failed: ['Failed to load the reports'],
    },
  ],
]

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterAll(closePage)

/** The pages that have this state. */
const having = <S extends keyof States>(state: S) =>
  PAGES.flatMap(([path, kind, states]) => {
    const found = states[state]
    return found === undefined ? [] : [{ path, kind, texts: found as NonNullable<States[S]> }]
  })

test.each(having('loading'))('$path says to a $kind that it loads', async ({ path, kind, texts }) => {
  openPage(path, kind, 'loading')
  await sees(...texts)
})

test.each(having('empty'))('$path says to a $kind that there is nothing to show', async ({ path, kind, texts }) => {
  openPage(path, kind, 'empty')
  await sees(...texts)
  // That of toasts is always there.
  expect([...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)).toEqual([''])
})

describe.each(FAILINGS)('with %s', (failing) => {
  test.each(having('failed'))('$path says to a $kind what has failed', async ({ path, kind, texts }) => {
    openPage(path, kind, failing)
    await sees(...texts)
    expect(document.querySelectorAll('h1')).toHaveLength(1)
  })

  test.each(having('failedWith'))('$path says to an $kind how it has failed', async ({ path, kind, texts }) => {
    openPage(path, kind, failing)
    await sees(texts[failing])
    expect(document.querySelectorAll('h1')).toHaveLength(1)
  })
})

test.each(having('retried'))('Retry on $path loads what has failed', async ({ path, kind, texts }) => {
  let answered: 'no message' | 'filled' = 'no message'
  openPage(path, kind, () => answered)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  answered = 'filled'
  fireEvent.click(retry)
  await sees(texts)
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})
