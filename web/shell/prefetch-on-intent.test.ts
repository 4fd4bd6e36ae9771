import { QueryClient } from '@tanstack/react-query'
import type { LoaderFunction } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { prefetchOnIntent } from './prefetch-on-intent.ts'

afterEach(() => vi.unstubAllGlobals())

const ORIGIN = 'https://books.example.org'

/** Presses a link to this path; `tab` is its target. The page is hidden by the function that it returns. */
const press = (path: string, routes: Parameters<typeof prefetchOnIntent>[0], tab = '') => {
  const listeners = new Map<string, (event: unknown) => void>()
  class Anchor {
    origin = ORIGIN
    href = ORIGIN + path
    target = tab
    hasAttribute = () => false
    closest = () => this
  }
  vi.stubGlobal('window', { location: { origin: ORIGIN } })
  vi.stubGlobal('Element', Anchor)
  vi.stubGlobal('document', {
    hidden: false,
    documentElement: { dataset: { pdf: 'modern' } },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  })
  prefetchOnIntent(routes, new QueryClient())
  listeners.get('pointerdown')?.({ target: new Anchor() })
  return () => {
    Object.assign(document, { hidden: true })
    listeners.get('visibilitychange')?.({})
  }
}

test('the data of a page is prefetched, also where the first page had the same route', async () => {
  const loader = vi.fn<LoaderFunction>()
  press('/books/1', [{ path: '/books/:id', lazy: async () => ({ loader }) }])
  await expect.poll(() => loader.mock.calls).toEqual([[expect.objectContaining({ params: { id: '1' } }), undefined]])
  press('/books/2', [{ path: '/books/:id', lazy: undefined, loader }])
  await expect.poll(() => loader.mock.lastCall).toEqual([expect.objectContaining({ params: { id: '2' } }), undefined])
})

test('a page for another tab is loaded no further once that tab is shown, and again when the link is pressed again', async () => {
  const asked: [address: string, signal: AbortSignal][] = []
  const page = '<link rel="modulepreload" href="/assets/read.js">'
  vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
    asked.push([address, signal])
    return new Response(page)
  })
  const files = () => asked.map(([address]) => address)
  const hide = press('/read/1', [{ path: '/read/:id' }], '_blank')
  await expect.poll(files).toEqual([`${ORIGIN}/read/1`, '/assets/read.js'])
  expect(asked.map(([, signal]) => signal.aborted)).toEqual([false, false])
  hide()
  expect(asked.map(([, signal]) => signal.aborted)).toEqual([true, true])
  press('/read/1', [{ path: '/read/:id' }], '_blank')
  await expect.poll(() => asked.slice(2).map(([, signal]) => signal.aborted)).toEqual([false, false])
})
