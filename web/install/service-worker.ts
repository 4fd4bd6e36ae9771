/**
 * Caches the offline page with its styles and fonts, and nothing else: no user data, no other page.
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
interface Worker {
  addEventListener: ((type: 'install' | 'activate', listener: (event: WorkerEvent) => void) => void) &
    ((type: 'fetch', listener: (event: WorkerFetchEvent) => void) => void)
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}

const PREFIX = 'offline-'
const CACHE = PREFIX + BUILD
const PAGE = '/offline'
const ASSETS = /"(\/(?:assets|icons)\/[^"]+\.(?:css|woff2|svg))"/g

const worker = self as unknown as Worker

worker.addEventListener('install', (event) => event.waitUntil(cacheOfflinePage().then(() => worker.skipWaiting())))

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([deleteOldCaches(), worker.registration.navigationPreload?.enable()]).then(() =>
      worker.clients.claim(),
    ),
  ),
)

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(fetchPage(event))
  else if (request.method === 'GET' && url.origin === self.location.origin && url.pathname.startsWith('/assets/'))
    event.respondWith(fetchAsset(request))
})

const cacheOfflinePage = async () => {
  const response = await fetch(PAGE)
  if (!response.ok) throw new Error(`The offline page answered ${response.status}`)
  const html = await response.clone().text()
  const assets = [...html.matchAll(ASSETS)].map(([, path = '']) => path)
  const cache = await caches.open(CACHE)
  await cache.addAll([...new Set(assets)])
  await cache.put(PAGE, response)
}

const deleteOldCaches = async () => {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
}

const fetchPage = async ({ request, preloadResponse }: WorkerFetchEvent) => {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(PAGE)) ?? Response.error()
  }
}

const fetchAsset = async (request: Request) => (await caches.match(request)) ?? fetch(request)
