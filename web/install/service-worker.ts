/**
 * Keeps one page for when there is no network, with its styles and faces; nothing of a person, and no other page.
 * The server writes BUILD before this script, so that each build's worker takes the place of the one before.
 */
declare const BUILD: string

// What the DOM's own types lack of a service worker.
interface Lasting extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface Fetching extends Lasting {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
interface Worker {
  addEventListener: ((type: 'install' | 'activate', heard: (event: Lasting) => void) => void) &
    ((type: 'fetch', heard: (event: Fetching) => void) => void)
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}

const PREFIX = 'offline-'
const CACHE = PREFIX + BUILD
const PAGE = '/offline'
const PARTS = /"(\/(?:assets|icons)\/[^"]+\.(?:css|woff2|svg))"/g

const worker = self as unknown as Worker

worker.addEventListener('install', (event) => event.waitUntil(storePosition().then(() => worker.skipWaiting())))

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([forgetOthers(), worker.registration.navigationPreload?.enable()]).then(() => worker.clients.claim()),
  ),
)

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (request.method === 'GET' && url.origin === self.location.origin && url.pathname.startsWith('/assets/'))
    event.respondWith(asset(request))
})

const storePosition = async () => {
  const answer = await fetch(PAGE)
  if (!answer.ok) throw new Error('The page for no network did not come')
  const markup = await answer.clone().text()
  const parts = [...markup.matchAll(PARTS)].map(([, path = '']) => path)
  const cache = await caches.open(CACHE)
  await cache.addAll([...new Set(parts)])
  await cache.put(PAGE, answer)
}

const forgetOthers = async () => {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(others.map((name) => caches.delete(name)))
}

const page = async ({ request, preloadResponse }: Fetching) => {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(PAGE)) ?? Response.error()
  }
}

const asset = async (request: Request) => (await caches.match(request)) ?? fetch(request)
