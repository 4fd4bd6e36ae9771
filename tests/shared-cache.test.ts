import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeProfileImage, setProfileImage } from '#contract/account-settings.ts'
import { getBook, getBookPdf } from '#contract/books.ts'
import { hideBook } from '#contract/moderation.ts'
import { listen } from '#server/testing/raw-socket.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { aPicture } from '#server/testing/book-form.ts'
import { ACCESS, answersOf } from './access-table.ts'
import { nameOf, prepare, type Prepared } from './call-with.ts'
import { findNginx, startSharedCache } from './nginx.ts'

const nginx = await findNginx()
const ENV = { SHARED_CACHE_SECONDS: '1', TRUSTED_PROXIES: 'loopback' }
const SHARED = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=60'
const PICTURE = 'public, max-age=31536000, immutable'
/** nginx counts whole seconds: an answer of one second is stored for up to two, and served for one more while it is renewed. */
const REMOVED_MS = 3000
/** For a process to know what was written through another one, and for the request itself. */
const SLACK_MS = 800

let one: TestSite
let two: TestSite
let author: Person
let reader: Person
let book: string
let direct: string

beforeAll(async () => {
  one = await openTestSite({ env: ENV, pages: true })
  two = await openTestSite({ env: ENV, pages: true, sharing: one })
  await Promise.all([one.startJobs(), two.startJobs()])
  author = await one.anAuthor()
  reader = await one.aReader()
  book = (await one.aBook(author))._id
  direct = `http://127.0.0.1:${await listen(one.app)}`
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const profileImage = async (person: Person) => {
  const body = new FormData()
  body.set('image', aPicture())
  return (await one.api(person)(setProfileImage, { body })).user.profileImage ?? ''
}

interface Asked {
  token?: string | undefined
  headers?: Record<string, string>
  method?: string
  body?: unknown
}

const ask = async (address: string, { token, headers, method = 'GET', body }: Asked = {}) => {
  const isJson = body !== undefined && !(body instanceof FormData)
  const answer = await fetch(address, {
    method,
    redirect: 'manual',
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(isJson && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
  })
  const text = await answer.text()
  const header = (name: string) => answer.headers.get(name)
  return { status: answer.status, text, header, cache: header('x-cache-status') }
}

describe('without a proxy', () => {
  test('pages and answers to visitors say how long a shared cache may store them', async () => {
    const page = await ask(`${direct}/`)
    expect([page.header('cache-control'), page.header('vary')]).toEqual([
      SHARED,
      'accept-encoding, accept-language, cookie',
    ])
    for (const path of ['/api/books/new', '/api/site', `/api/books/${book}`]) {
      const answer = await ask(direct + path)
      expect([path, answer.header('cache-control'), answer.header('vary')]).toEqual([
        path,
        SHARED,
        'accept-encoding, authorization',
      ])
      const again = await ask(direct + path, { headers: { 'if-none-match': answer.header('etag') ?? '' } })
      expect([again.status, again.header('cache-control'), again.header('vary')]).toEqual([
        304,
        SHARED,
        'accept-encoding, authorization',
      ])
    }
  })

  test('browsers store pictures for a year, a shared cache as long as pages', async () => {
    const pictures = [(await one.api()(getBook, { params: { id: book } })).image, await profileImage(reader)]
    for (const path of pictures)
      expect((await ask(direct + new URL(path, direct).pathname)).header('cache-control')).toBe(
        `${PICTURE}, s-maxage=1, stale-while-revalidate=1, stale-if-error=60`,
      )
  })

  test('by default no shared cache may store them', async () => {
    const site = await openTestSite({ pages: true })
    try {
      for (const url of ['/', '/api/books/new'])
        expect((await site.app.inject({ url })).headers['cache-control']).toBe('public, no-cache')
      const { image } = await site.aBook(await site.anAuthor())
      expect((await site.app.inject({ url: new URL(image, direct).pathname })).headers['cache-control']).toBe(PICTURE)
    } finally {
      await site.close()
    }
  })

  test('what is private, carries a secret or is an error is not stored', async () => {
    const premium = await one.aBookRow(author, { isPremium: true })
    const asked: [string, Asked?][] = [
      ['/api/books/new', { token: reader.token }],
      ['/api/books', { token: reader.token }],
      [`/api/books/${book}/pdf`, { token: reader.token }],
      [`/api/books/public/premium/${premium}/pdf`],
      ['/api/auth/guest', { method: 'POST' }],
      ['/api/books'],
      ['/api/no/such/call'],
      ['/no/such/page'],
      [`/auth/verify?token=${'a'.repeat(43)}`],
      ['/login?next=/profile'],
    ]
    for (const [path, request] of asked)
      expect([path, (await ask(direct + path, request)).header('cache-control')]).toEqual([path, 'no-store'])
  })

  test('robots.txt and the sitemap have times of their own', async () => {
    expect((await ask(`${direct}/robots.txt`)).header('cache-control')).toBe('public, max-age=3600')
    expect((await ask(`${direct}/sitemap.xml`)).header('cache-control')).toBe('public, max-age=600')
  })
})

describe.skipIf(!nginx)('behind nginx with docs/nginx.conf', () => {
  let cache: Awaited<ReturnType<typeof startSharedCache>>

  beforeAll(async () => {
    cache = await startSharedCache(nginx ?? '', [await listen(one.app), await listen(two.app)])
  })
  afterAll(() => cache.stop())

  test('a second visitor gets pages, answers, covers and scripts from the cache', async () => {
    const html = await ask(`${cache.address}/`)
    const script = /(\/assets\/[^"]+\.js)/.exec(html.text)?.[1] ?? ''
    const { image } = JSON.parse((await ask(`${direct}/api/books/${book}`)).text) as { image: string }
    const cover = new URL(image, cache.address).pathname
    // Another address for each try of this test.
    const search = `?try=${crypto.randomUUID()}`
    for (const path of ['/premium', '/api/books/top-rated', '/robots.txt', script, cover].map((one) => one + search)) {
      const first = await ask(cache.address + path)
      const second = await ask(cache.address + path)
      expect([path, first.status, first.cache, second.status, second.cache]).toEqual([path, 200, 'MISS', 200, 'HIT'])
      expect(second.text).toBe(first.text)
    }
  })

  test('each encoding is stored by itself', async () => {
    // Another address for each try of this test.
    const url = `${cache.address}/about?try=${crypto.randomUUID()}`
    const encodings = async (accepted: string) => {
      const headers = { 'accept-encoding': accepted }
      const answers = [await ask(url, { headers }), await ask(url, { headers })]
      return answers.map(({ header, cache }) => [header('content-encoding'), cache])
    }
    expect(await encodings('br')).toEqual([
      ['br', 'MISS'],
      ['br', 'HIT'],
    ])
    expect(await encodings('identity')).toEqual([
      [null, 'MISS'],
      [null, 'HIT'],
    ])
    expect((await encodings('br'))[1]).toEqual(['br', 'HIT'])
  })

  test('a request with a token bypasses the cache, and a stranger afterwards gets 401', async () => {
    const url = `${cache.address}/api/books`
    const own = await ask(url, { token: reader.token })
    expect([own.status, own.cache]).toEqual([200, 'BYPASS'])
    expect((await ask(url)).status).toBe(401)
    expect((await ask(url, { token: 'a'.repeat(43) })).status).toBe(401)
  })

  test('a visitor sees a write two seconds after it at the latest', async () => {
    const url = `${cache.address}/api/books/${book}`
    const title = `A title of ${crypto.randomUUID()}`
    // Visitors who ask all the time: each answer is at most a second old, and so is the one that is being renewed.
    await ask(url)
    await one.services.db.updateTable('books').set({ title }).where('id', '=', book).execute()
    one.services.invalidate([`book:${book}`])
    const written = performance.now()
    await expect.poll(async () => (await ask(url)).text, { timeout: 10_000, interval: 20 }).toContain(title)
    expect(performance.now() - written).toBeLessThan(2500)
  })

  test(
    'what was hidden or deleted is answered from the cache for three seconds at most',
    { timeout: 30_000 },
    async () => {
      // Books with the same words have the same cover.
      const removed = await one.aBook(author, { title: `A book of ${crypto.randomUUID()}` })
      const person = await one.aReader()
      const picture = await profileImage(person)
      const paths = [`/api/books/${removed._id}`, `/books/${removed._id}`, removed.image, picture]
      const answers = () =>
        Promise.all(paths.map(async (path) => (await ask(cache.address + new URL(path, direct).pathname)).status))
      expect(await answers()).toEqual([200, 200, 200, 200])
      // Asked all the time, so that none of them expires unnoticed.
      expect(await answers()).toEqual([200, 200, 200, 200])
      const moderator = await one.aModerator()
      await one.api(moderator)(hideBook, { params: { id: removed._id }, body: { reason: 'A copy.' } })
      await one.api(person)(removeProfileImage)
      const written = performance.now()
      await expect.poll(answers, { timeout: 20_000, interval: 50 }).toEqual([404, 404, 404, 404])
      expect(performance.now() - written).toBeLessThan(REMOVED_MS + SLACK_MS)
    },
  )

  test('a range of a PDF is answered with 206 and these bytes', async () => {
    const { pdfUrl } = await one.api(reader)(getBookPdf, { params: { id: book } })
    const { pathname, search } = new URL(pdfUrl, cache.address)
    const whole = await ask(cache.address + pathname + search)
    const part = await ask(cache.address + pathname + search, { headers: { range: 'bytes=0-9' } })
    expect([whole.status, whole.cache]).toEqual([200, null])
    expect([part.status, part.text, part.cache]).toEqual([206, whole.text.slice(0, 10), null])
    expect((await ask(cache.address + pathname)).status).toBeGreaterThanOrEqual(400)
  })

  test('while no process answers, visitors get the last pages', async () => {
    const site = await openTestSite({ env: ENV, pages: true })
    const alone = await startSharedCache(nginx ?? '', [await listen(site.app)])
    try {
      const page = await ask(`${alone.address}/about`)
      await site.close()
      // Older than s-maxage, which nginx counts in whole seconds.
      await expect.poll(async () => (await ask(`${alone.address}/about`)).cache, { timeout: 5000 }).toBe('STALE')
      expect((await ask(`${alone.address}/about`)).text).toBe(page.text)
      expect((await ask(`${alone.address}/terms`)).status).toBe(502)
    } finally {
      await alone.stop()
    }
  })

  test('figures of the site are not reachable', async () => {
    expect((await ask(`${cache.address}/metrics`)).status).toBe(404)
    expect((await ask(`${cache.address}/readyz`)).status).toBe(404)
  })

  /** Links to files are signed anew in each answer. */
  const withoutSignatures = (text: string) => text.replaceAll(/\?[^"]*/g, '')

  const secretsOf = ({ token, things: { reader: owner } }: Prepared) => [token ?? 'no token', owner.token, owner.email]

  test('a proxy that ignores tokens and headers answers a stranger what a member was answered, so the next tests can fail', async () => {
    const leaky = await startSharedCache(nginx ?? '', [await listen(one.app)], (text) =>
      text
        .replace(/^ *proxy_cache_bypass .*$/m, 'proxy_ignore_headers Cache-Control Vary;')
        .replace(/^ *proxy_no_cache .*$/m, 'proxy_cache_valid 10s;'),
    )
    try {
      const url = `${leaky.address}/api/books/user`
      const own = await ask(url, { token: author.token })
      const stranger = await ask(url)
      expect([own.status, stranger.status, stranger.text]).toEqual([200, 200, own.text])
      expect(own.text).toContain(book)
    } finally {
      await leaky.stop()
    }
  })

  describe('nothing that a member is answered is answered to a stranger', () => {
    test.each(Object.keys(ACCESS))('%s', async (name) => {
      const call = one.served.find((served) => nameOf(served) === name)
      if (!call) throw new Error('the site does not serve this call')
      const prepared = await prepare(one, call)
      const { url, token, body, method } = { ...prepared, method: call.method }
      const stranger = () => ask(cache.address + url, { method, ...(method !== 'GET' && { body }) })
      if (method === 'GET') await stranger()
      const own = await ask(cache.address + url, { token, method, body })
      // Without a token of an actor who may make the call nothing is proved.
      expect(own.status).toBeLessThan(answersOf(name).some((status) => status < 300) ? 300 : 500)
      expect([null, 'BYPASS']).toContain(own.cache)
      expect(own.header('cache-control')).toBe('no-store')
      const seen = await stranger()
      expect(seen.status).toBe(answersOf(name)[0])
      if (method !== 'GET') return
      for (const secret of secretsOf(prepared)) expect(seen.text).not.toContain(secret)
      if (seen.status !== 200) return
      const now = await ask(direct + url)
      expect(withoutSignatures(seen.text)).toBe(withoutSignatures(now.text))
    })
  })
})
