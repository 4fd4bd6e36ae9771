import { QueryClient } from '@tanstack/react-query'
import type { LoaderFunction } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { prefetchOnIntent } from './prefetch-on-intent.ts'

afterEach(() => vi.unstubAllGlobals())

const ORIGIN = 'https://books.example.org'

/** Presses a link to this path. */
const press = (path: string, routes: Parameters<typeof prefetchOnIntent>[0]) => {
  const listeners = new Map<string, (event: unknown) => void>()
  class Anchor {
    origin = ORIGIN
    href = ORIGIN + path
    target = ''
    hasAttribute = () => false
    closest = () => this
  }
  vi.stubGlobal('window', { location: { origin: ORIGIN } })
  vi.stubGlobal('Element', Anchor)
  vi.stubGlobal('document', {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  })
  prefetchOnIntent(routes, new QueryClient())
  listeners.get('pointerdown')?.({ target: new Anchor() })
}

test('the data of a page is prefetched, also where the first page had the same route', async () => {
  const loader = vi.fn<LoaderFunction>()
  press('/books/1', [{ path: '/books/:id', lazy: async () => ({ loader }) }])
  await expect.poll(() => loader.mock.calls).toEqual([[expect.objectContaining({ params: { id: '1' } }), undefined]])
  press('/books/2', [{ path: '/books/:id', lazy: undefined, loader }])
  await expect.poll(() => loader.mock.lastCall).toEqual([expect.objectContaining({ params: { id: '2' } }), undefined])
})
