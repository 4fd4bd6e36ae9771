// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { COMMENTS } from '#web/messages/books.ts'
import { COMPONENTS } from '#web/messages/components.ts'
import { PLACED_COMMENTS } from '#web/messages/placed-comments.ts'
import { PlacedComments } from './placed-comments.tsx'

afterEach(cleanup)

const show = (queryFn: () => Promise<unknown>, commentCount = 3) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { queryFn, retry: false } } })}>
      <MemoryRouter>
        <PlacedComments
          book={{ _id: 'a', commentCount, publisher: null, author: 'Ida Fenn' }}
          bookPath="/book/a"
          onGo={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('comments on passages are said to load', () => {
  show(() => new Promise(() => undefined))
  expect(screen.getByRole('status').textContent).toBe(PLACED_COMMENTS.loading)
})

test('that they could not be loaded is said, with a way to try again', async () => {
  show(() => Promise.reject(new TypeError('Failed to fetch')))
  expect((await screen.findByRole('alert')).textContent).toContain(COMMENTS.failed)
  expect(screen.getByText(COMPONENTS.retry)).toBeDefined()
})

test('a book without comments has none on passages', () => {
  show(() => Promise.reject(new TypeError('Failed to fetch')), 0)
  expect(screen.getByText(PLACED_COMMENTS.none)).toBeDefined()
})
