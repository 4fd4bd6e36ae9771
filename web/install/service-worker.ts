/**
 * Caches the offline page with its styles and fonts. Once somebody keeps a book on this device, it also caches the reader's
 * page of that book, the pages of kept books, of notes and of one's own shelves, and the scripts of these. No user data: these pages
 * are the same for everyone.
 * The server prepends BUILD to this script, so that the worker of each build replaces the previous one.
 */
declare const BUILD: string

// Service worker types, which TypeScript's DOM library does not have.
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface WorkerFetchEvent extends WorkerEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
interface WorkerMessageEvent extends WorkerEvent {
  data: { bookId: string; language: string }
  ports: MessagePort[]
}
interface Worker {
  addEventListener: ((type: 'install' | 'activate', listener: (event: WorkerEvent) => void) => void) &
    ((type: 'fetch', listener: (event: WorkerFetchEvent) => void) => void) &
    ((type: 'message', listener: (event: WorkerMessageEvent) => void) => void)
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}

const PREFIX = 'offline-'
const CACHE = PREFIX + BUILD
const PAGE = '/offline'
const ASSETS = /"(\/(?:assets|icons)\/[^"]+\.(?:css|woff2|svg))"/g
/** The beginning of the names of caches, and the lock for them. Also in web/session/kept-files.ts. */
const KEPT_PREFIX = 'kept-'
const KEPT_CACHE = KEPT_PREFIX + BUILD
const KEPT_PAGES = ['/kept', '/my', '/my/notes']
const READER_PAGE = /^((?:\/[a-z]{2}(?:-[a-z]+)?)?)\/read\/[\w-]+$/
/** Where somebody chooses a language, by its tag. */
const CHOICE = /^\/language\/([a-z]{2}(?:-[a-z]+)?)$/i
/** The names of the files that the reader may load, in a language. */
const READER_ASSETS = '/reader-assets.json'
const REQUESTS_AT_A_TIME = 6
const NOT_FOUND = 404

const worker = self as unknown as Worker

worker.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([cacheOfflinePage(), cacheKeptAgain()]).then(() => worker.skipWaiting())),
)

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([deleteOldOffline(), deleteOldKept(), worker.registration.navigationPreload?.enable()]).then(() =>
      worker.clients.claim(),
    ),
  ),
)

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(fetchPage(event, url.pathname))
  else if (request.method === 'GET' && url.origin === self.location.origin && url.pathname.startsWith('/assets/'))
    event.respondWith(fetchAsset(request))
})

worker.addEventListener('message', (event) => {
  const [port] = event.ports
  const cached = cacheKept([`${event.data.language}/read/${event.data.bookId}`]).then(
    () => true,
    () => false,
  )
  event.waitUntil(cached.then((isCached) => port?.postMessage(isCached)))
})

const cacheOfflinePage = async () => {
  const cache = await caches.open(CACHE)
  const [page, assets] = await fetchWithAssets(PAGE)
  await addAssets(cache, assets)
  await cache.put(PAGE, page)
}

/** Caches readers' pages, and the others that are there without a network, each after what it loads. */
const cacheKept = (readerPages: string[]) => navigator.locks.request(KEPT_PREFIX, () => addKept(readerPages))

const addKept = async (readerPages: string[]) => {
  const languages = [...new Set(readerPages.map((path) => READER_PAGE.exec(path)?.[1] ?? ''))]
  const pages = languages.flatMap((language) => KEPT_PAGES.map((path) => language + path))
  const fetched = await Promise.all([...pages, ...readerPages].map(fetchWithAssets))
  const cache = await caches.open(KEPT_CACHE)
  const scripts = (await Promise.all(languages.map(readerAssets))).flat()
  await addAssets(cache, [...scripts, ...fetched.flatMap(([, assets]) => assets)])
  await Promise.all(fetched.map(([page], index) => cache.put([...pages, ...readerPages][index] ?? '', page)))
}

const readerAssets = async (language: string) => {
  const response = await fetch(language + READER_ASSETS)
  if (!response.ok) throw new Error(`${READER_ASSETS} answered ${response.status}`)
  return (await response.json()) as string[]
}

/** Caches the pages of kept books as this build has them. With the lock: a cache that a logout deletes must not be opened again. */
const cacheKeptAgain = () =>
  navigator.locks.request(KEPT_PREFIX, async () => {
    const missing = await missingFrom(await oldKept())
    if (missing.length > 0) await addKept(missing)
  })

/** Those with a page that the former worker has cached during the update stay: without a network it is shown from there. */
const deleteOldKept = () =>
  navigator.locks.request(KEPT_PREFIX, async () => {
    for (const name of await oldKept()) if ((await missingFrom([name])).length === 0) await caches.delete(name)
  })

const oldKept = async () => (await caches.keys()).filter((name) => name.startsWith(KEPT_PREFIX) && name !== KEPT_CACHE)

/** The readers' pages in these caches that the cache of this build lacks. */
const missingFrom = async (names: string[]) => notKept(await readerPagesIn(names))

const readerPagesIn = async (names: string[]) => {
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  const paths = new Set(requests.flat().map(({ url }) => new URL(url).pathname))
  return [...paths].filter((path) => READER_PAGE.test(path))
}

const notKept = async (readerPages: string[]) => {
  const isCached = await Promise.all(readerPages.map(matchKept))
  return readerPages.filter((_, index) => !isCached[index])
}

/** A page, and the styles, fonts and icons that it names. The page of a book that is gone says so: it is cached too. */
const fetchWithAssets = async (path: string): Promise<[Response, string[]]> => {
  const response = await fetch(path)
  if (!response.ok && response.status !== NOT_FOUND) throw new Error(`${path} answered ${response.status}`)
  const html = await response.clone().text()
  return [withoutRedirect(response), [...html.matchAll(ASSETS)].map(([, asset = '']) => asset)]
}

/** A page that was led to its reader's language: browsers refuse to show it under the first address. */
const withoutRedirect = (response: Response) =>
  response.redirected ? new Response(response.body, { status: response.status, headers: response.headers }) : response

/** Adds what is in no cache yet. The name of an asset changes with its content. */
const addAssets = async (cache: Cache, assets: string[]) => {
  const left = [...new Set(assets)]
  const addNext = async () => {
    for (let asset = left.pop(); asset; asset = left.pop()) {
      const cached = await caches.match(asset)
      if (cached) await cache.put(asset, cached)
      else await cache.add(asset)
    }
  }
  await Promise.all(Array.from({ length: REQUESTS_AT_A_TIME }, addNext))
}

/** The pages that are there without a network, in a language that was chosen: they were cached in the one before. */
const cacheInLanguage = async (tag: string) => {
  const language = tag === 'en' ? '' : `/${tag.toLowerCase()}`
  await Promise.all([
    cacheOfflinePage(),
    navigator.locks.request(KEPT_PREFIX, async () => {
      const kept = (await caches.keys()).includes(KEPT_CACHE) ? await readerPagesIn([KEPT_CACHE]) : []
      const pages = new Set(kept.map((path) => path.replace(READER_PAGE.exec(path)?.[1] ?? '', language)))
      const missing = await notKept([...pages])
      if (missing.length > 0) await addKept(missing)
    }),
  ])
}

const deleteOldOffline = async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** A kept book's page comes from the cache, so that a slow network does not delay it; others only without a network. */
const fetchPage = async (event: WorkerFetchEvent, path: string) => {
  const { request, preloadResponse } = event
  const kept = READER_PAGE.test(path) ? await matchKept(path) : undefined
  if (kept) {
    // Its response is not used, but browsers warn of a request that is cancelled.
    event.waitUntil(preloadResponse.catch(() => undefined))
    return kept
  }
  try {
    const preloaded = await preloadResponse
    // Firefox answers a preload that failed with an error response, other browsers reject it.
    const response = preloaded && preloaded.type !== 'error' ? preloaded : await fetch(request)
    const chosen = CHOICE.exec(path)?.[1]
    if (chosen !== undefined) event.waitUntil(cacheInLanguage(chosen).catch(() => undefined))
    return response
  } catch {
    return (await matchKept(path)) ?? (await matchAny(path)) ?? (await matchAny(PAGE)) ?? Response.error()
  }
}

const matchKept = (request: Request | string) => caches.match(request, { cacheName: KEPT_CACHE, ignoreVary: true })

const matchAny = (request: Request | string) => caches.match(request, { ignoreVary: true })

/** First where the reader's files are, because each cache that is searched delays a kept book. */
const fetchAsset = async (request: Request) => (await matchKept(request)) ?? (await matchAny(request)) ?? fetch(request)
