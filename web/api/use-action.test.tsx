// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { act, cleanup, renderHook, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#contract/api/api-error.ts'
import { listTokens, revokeToken } from '#contract/calls/api-tokens.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import { query } from './query.ts'
import { useAction } from './use-action.ts'

afterEach(cleanup)

const shown = (send: (id: string) => Promise<string>) => {
  const client = new QueryClient()
  const { queryKey } = query(listTokens)
  client.setQueryData(queryKey, [])
  const onDone = vi.fn<() => void>()
  const onFail = vi.fn<() => void>()
  const { result } = renderHook(
    () =>
      useAction({
        call: revokeToken,
        send,
        done: (answer, id) => `${answer} ${id}`,
        outdated: [listTokens],
        onDone,
        onFail,
      }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>
          <ToastProvider>{children}</ToastProvider>
        </QueryClientProvider>
      ),
    },
  )
  const press = () => act(() => result.current.mutateAsync('a').catch(() => undefined))
  /** From now on, what is loaded again never arrives. */
  const loadForEver = () =>
    new QueryObserver(client, { queryKey, staleTime: Infinity, queryFn: () => new Promise<never>(() => {}) }).subscribe(
      () => {},
    )
  return { press, onDone, onFail, loadForEver, isOutdated: () => client.getQueryState(queryKey)?.isInvalidated }
}

test('what is done is said, and what it changes is loaded again', async () => {
  const { press, onDone, onFail, isOutdated } = shown(() => Promise.resolve('Revoked'))
  await press()
  expect(screen.getByRole('status').textContent).toBe('Revoked a')
  expect(isOutdated()).toBe(true)
  expect(onDone).toHaveBeenCalledOnce()
  expect(onFail).not.toHaveBeenCalled()
})

test('a failure is said with the words of the server, and what it would have changed is loaded again', async () => {
  const refusal = new ApiError(404, { type: 'not_found', message: 'No such token' })
  const { press, onDone, onFail, isOutdated } = shown(() => Promise.reject(refusal))
  await press()
  expect(screen.getByRole('alert').textContent).toBe('No such token')
  expect(isOutdated()).toBe(true)
  expect(onDone).not.toHaveBeenCalled()
  expect(onFail).toHaveBeenCalledOnce()
})

test('a failure does not wait for what is loaded again', async () => {
  const { press, loadForEver } = shown(() => Promise.reject(new Error('no network')))
  const leave = loadForEver()
  await press()
  expect(screen.getByRole('alert').textContent).not.toBe('')
  leave()
})
