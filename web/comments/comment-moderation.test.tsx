// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ToastProvider } from '#web/ui/toast.tsx'
import { CommentModeration } from './comment-moderation.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const IDA = { _id: 'ida', userType: 'author' } as ComponentProps<typeof CommentModeration>['user']
const BOOK = { _id: 'a', isOwn: true, commentRule: 'open' } as ComponentProps<typeof CommentModeration>['book']

test('who may comment is shown as chosen while it is saved', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: () => new Promise(() => undefined) } } })
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <CommentModeration book={BOOK} user={IDA} />
      </ToastProvider>
    </QueryClientProvider>,
  )
  const rule = screen.getByRole<HTMLSelectElement>('combobox')
  fireEvent.change(rule, { target: { value: 'closed' } })
  await vi.waitFor(() => expect(rule.value).toBe('closed'))
})
