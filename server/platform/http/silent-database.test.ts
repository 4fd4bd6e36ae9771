import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { listen } from '#server/testing/raw-socket.ts'

const ANSWERED_MS = 3000
const WHOLE_MS = 5000
/** How many times longer than before a request may take with new connections. */
const RECONNECTED = 5

let site: TestSite
let reader: Person
let bookId: string
let address: string
let proxy: Awaited<ReturnType<typeof openProxy>>

/** A TCP proxy before PostgreSQL. While it is silent it accepts connections and bytes, and passes nothing on. */
const openProxy = async (to: string) => {
  let isSilent = false
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}).resume())
    if (isSilent) return
    const upstream = connect(to).on('error', () => client.destroy())
    client.on('data', (bytes) => isDead.has(client) || upstream.write(bytes)).on('close', () => upstream.destroy())
    upstream.on('data', (bytes) => isDead.has(client) || client.write(bytes))
    upstream.on('end', () => isDead.has(client) || client.end())
  })
  const isDead = new WeakSet<Socket>()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** The connections of before never work again, as behind a firewall that has forgotten them. */
    silence: () => {
      isSilent = true
      for (const socket of sockets) isDead.add(socket)
    },
    restore: () => {
      isSilent = false
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

beforeAll(async () => {
  const cluster = inject('testCluster')
  proxy = await openProxy(`${cluster.host}/.s.PGSQL.5432`)
  site = await openTestSite({ cluster: { ...cluster, host: '127.0.0.1', port: proxy.port }, pages: true })
  reader = await site.aReader()
  const author = await site.anAuthor()
  bookId = (await site.aBook(author))._id
  address = `http://127.0.0.1:${await listen(site.app)}`
})
afterAll(async () => {
  proxy.restore()
  await site.close()
  proxy.close()
})

const ask = async (path: string, init: RequestInit = {}) => {
  const begunAt = performance.now()
  const response = await fetch(address + path, init)
  await response.arrayBuffer()
  return { path, status: response.status, ms: performance.now() - begunAt }
}

const requests = () => {
  const authorization = `Bearer ${reader.token}`
  return [
    ask('/api/books/new', { headers: { 'cache-control': 'no-cache' } }),
    ask('/api/books', { headers: { authorization, 'cache-control': 'no-cache' } }),
    ask(`/api/books/${bookId}/comments`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'At dusk.' }),
    }),
    ask('/'),
    ask('/readyz'),
  ]
}

test(
  'while the database is silent, every request is answered within three seconds; afterwards all work within five',
  {
    timeout: 60_000,
  },
  async () => {
    // A try after a failed one begins with a database again.
    onTestFinished(proxy.restore)
    const before = await Promise.all(requests())
    const slowest = Math.max(...before.map(({ ms }) => ms))
    expect(before.filter(({ status }) => status >= 300)).toEqual([])

    proxy.silence()
    const silent: ReturnType<typeof ask>[] = []
    // Requests that arrive while others wait already share their reads.
    for (let wave = 0; wave < 5; wave += 1) {
      silent.push(...requests())
      await new Promise((later) => setTimeout(later, 400))
    }
    const answers = await Promise.all(silent)
    // On a busy machine each answer takes as much longer as those with a database did.
    expect(answers.filter(({ ms }) => ms > ANSWERED_MS + slowest)).toEqual([])
    // The first readiness is at most a second old.
    expect(answers.filter(({ path, status }) => path !== '/readyz' && status !== 503)).toEqual([])
    expect((await ask('/healthz')).status).toBe(200)

    proxy.restore()
    const failing = async () => (await Promise.all(requests())).filter(({ status }) => status >= 300)
    await expect.poll(failing, { timeout: WHOLE_MS + RECONNECTED * slowest, interval: 500 }).toEqual([])
  },
)
