// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { PLACED_COMMENTS } from '#web/messages/placed-comments.ts'
import { PlacedComment } from './placed-comment.tsx'

afterEach(cleanup)

const COMMENT = {
  _id: '1',
  text: 'So it was the lamplighter.',
  createdAt: '2026-11-27T06:00:00.000Z',
  user: null,
  place: { page: 90, quote: 'the lamp went out' },
}

/** Of a visitor, and while nothing else is known. */
const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => new Promise(() => undefined) } } })

const show = (isShown: boolean) =>
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PlacedComment bookId="a" comment={COMMENT} isShown={isShown} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('the focus is on a comment that was uncovered, as the button for it is gone', () => {
  show(false)
  const button = screen.getByText(PLACED_COMMENTS.show)
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement?.textContent).toBe(COMMENT.text)
})

test('a comment that was never covered does not take the focus', () => {
  show(true)
  expect(document.activeElement).toBe(document.body)
})
