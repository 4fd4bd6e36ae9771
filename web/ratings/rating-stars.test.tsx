// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { BookDetail } from '#contract/books.ts'
import { listShelf } from '#contract/calls/shelves.ts'
import { query } from '#web/api/query.ts'
import { COMPONENTS } from '#web/messages/components.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import { RatingStars } from './rating-stars.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the shelf of rated books is read again after a rating', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ newRating: 4, ratingCount: 3 }))
  const client = new QueryClient()
  const { queryKey } = query(listShelf, { params: { shelf: 'rated' }, query: {} })
  client.setQueryData(queryKey, { books: [], currentPage: 1, totalBooks: 0, totalPages: 0 })
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <RatingStars book={{ _id: 'a' } as BookDetail} />
      </ToastProvider>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByLabelText(COMPONENTS.stars(4)))
  await vi.waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true))
})
