import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

const ORIGIN = 'https://library.test'

/** The browser's caches: of each the paths, with the HTML or nothing. */
const stored = new Map<string, Map<string, string>>()
const fetched: string[] = []
let whileFetching = () => {}

const pathOf = (request: string | Request) =>
  new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname

const cacheNamed = (name: string) => {
  const cache = stored.get(name) ?? new Map<string, string>()
  stored.set(name, cache)
  return {
    keys: async () => [...cache.keys()].map((path) => ({ url: ORIGIN + path })),
    put: async (request: string, response: Response) => void cache.set(pathOf(request), await response.text()),
    add: async (request: string) => void cache.set(pathOf(request), ''),
  }
}

const caches = {
  keys: async () => [...stored.keys()],
  open: async (name: string) => cacheNamed(name),
  delete: async (name: string) => stored.delete(name),
  match: async (request: string, { cacheName }: { cacheName?: string } = {}) => {
    const searched = cacheName ? [stored.get(cacheName)] : [...stored.values()]
    const html = searched.find((cache) => cache?.has(pathOf(request)))?.get(pathOf(request))
    return html === undefined ? undefined : new Response(html)
  },
}

/** Waits for its turn as in browsers. */
let turn = Promise.resolve<unknown>(undefined)
const request = (_name: string, work: () => Promise<unknown>) => {
  const done = turn.then(work)
  turn = done.catch(() => undefined)
  return done
}

const listeners = new Map<string, (event: unknown) => void>()
const happens = async (type: string, event: object = {}) => {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
  await work
}

const navigateTo = async (path: string) => {
  let answer: Promise<Response> | undefined
  await happens('fetch', {
    request: { mode: 'navigate', url: ORIGIN + path },
    preloadResponse: Promise.reject(new TypeError('no network')),
    respondWith: (response: Promise<Response>) => (answer = response),
  })
  return (await answer)?.text()
}

beforeAll(async () => {
  vi.stubGlobal('BUILD', 'new')
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('navigator', { locks: { request } })
  vi.stubGlobal('fetch', async (path: string) => {
    fetched.push(path)
    whileFetching()
    const isList = path.endsWith('/reader-assets.json')
    const response = new Response(isList ? '["/assets/reader.js"]' : `new ${path}`)
    Object.defineProperty(response, 'url', { value: ORIGIN + path })
    return response
  })
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined },
    registration: {},
    location: { origin: ORIGIN },
  })
  await import('./service-worker.ts')
})
afterAll(() => {
  vi.unstubAllGlobals()
})
beforeEach(() => {
  stored.clear()
  fetched.length = 0
  whileFetching = () => {}
})

const keepByFormerWorker = (id: string) => {
  const cache = stored.get('kept-old') ?? new Map<string, string>()
  stored.set('kept-old', cache.set('/kept', 'old').set(`/read/${id}`, 'old'))
}

test('a new worker caches the pages of kept books again', async () => {
  keepByFormerWorker('one')
  await happens('install')
  await happens('activate')
  expect([...stored.keys()]).toEqual(['offline-new', 'kept-new'])
  expect([...(stored.get('kept-new') ?? [])].filter(([path]) => path.startsWith('/read/'))).toEqual([
    ['/read/one', 'new /read/one'],
  ])
})

test('the page of a book that is kept in another language is cached with the pages and scripts of that language', async () => {
  keepByFormerWorker('one')
  stored.get('kept-old')?.set('/de/read/two', 'old')
  await happens('install')
  await happens('activate')
  const cached = [...(stored.get('kept-new')?.keys() ?? [])]
  for (const page of ['/read/one', '/de/read/two', '/kept', '/de/kept', '/my', '/de/my']) expect(cached).toContain(page)
  expect(fetched).toEqual(expect.arrayContaining(['/reader-assets.json', '/de/reader-assets.json']))
})

test('a page of a book that is kept during an update opens without a network, and the update waits for none', async () => {
  keepByFormerWorker('one')
  await happens('install')
  keepByFormerWorker('two')
  whileFetching = () => {
    throw new TypeError('no network')
  }
  await happens('activate')
  const shown = await Promise.all(['one', 'two', 'three'].map((id) => navigateTo(`/read/${id}`)))
  expect(shown).toEqual(['new /read/one', 'old', 'new /offline'])
})

test('a logout during an update leaves no pages of kept books', async () => {
  keepByFormerWorker('one')
  const logOut = request('kept-', async () => {
    await Promise.resolve()
    for (const name of stored.keys()) if (name.startsWith('kept-')) stored.delete(name)
  })
  await Promise.all([happens('install'), logOut])
  await happens('activate')
  expect([...stored.keys()]).toEqual(['offline-new'])
})

test('once a language is chosen, the offline page and the pages of kept books are cached in it', async () => {
  await happens('install')
  stored.set('kept-new', new Map([['/de/read/one', 'German']]))
  fetched.length = 0
  const works: Promise<unknown>[] = []
  let answer: Promise<Response> | undefined
  listeners.get('fetch')?.({
    request: { mode: 'navigate', url: `${ORIGIN}/language/pt-BR?next=/library` },
    preloadResponse: Promise.resolve(new Response('led there')),
    respondWith: (response: Promise<Response>) => (answer = response),
    waitUntil: (work: Promise<unknown>) => works.push(work),
  })
  expect(await (await answer)?.text()).toBe('led there')
  await Promise.all(works)
  expect([...(stored.get('kept-new')?.keys() ?? [])]).toEqual(
    expect.arrayContaining(['/de/read/one', '/pt-br/read/one', '/pt-br/kept', '/pt-br/my']),
  )
  expect(fetched).toContain('/offline')
})
