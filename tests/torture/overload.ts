/** Sends five times the load that the server can carry: `npm run overload`. Exits with 1 if a bar is missed. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { GENRES } from '#contract/shapes/genres.ts'
import { SORTS } from '#contract/books.ts'
import { startEmbedded } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { spawnServer } from '#tests/run-server.ts'
import type { OpenLoad, OpenResult } from './open-loop.ts'
import { addPeople } from './people.ts'

const OPEN_LOOP = join(import.meta.dirname, 'open-loop.ts')
const READERS = 200
const BOOKS = 1000
/** Of a hundred requests. */
const MIX = { read: 80, rate: 18, login: 2 }
const CONNECTIONS = { peak: 80, overload: 1200 }
const GOAL = { goodput: 0.8, acceptedP99: 1000, refusedP99: 50, health: 100, recovery: 10_000 }
const RECOVERED_P99 = 100
const HEALTH_EVERY_MS = 100

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: '10' }, times: { type: 'string', default: '5' } },
})
const seconds = Number(options.seconds)
const times = Number(options.times)

const requestsOf = (tokens: string[], books: string[]) => {
  const lists = GENRES.flatMap((genre) => SORTS.map((sort) => `genre=${encodeURIComponent(genre)}&sort=${sort}`))
  return Array.from({ length: 5000 }, (_, n) => {
    const token = `Authorization: Bearer ${tokens[n % tokens.length]}\r\n`
    const kind = (n * 37) % 100
    if (kind < MIX.read)
      return rawRequest('GET', `/api/books?${lists[n % lists.length]}`, `${token}Cache-Control: no-cache\r\n`)
    if (kind < MIX.read + MIX.rate)
      return rawRequest('POST', `/api/books/${books[(n * 7) % books.length]}/rate`, token, { rating: (n % 5) + 1 })
    return rawRequest('POST', '/api/auth/login', '', {
      email: `${randomUUID()}@example.org`,
      password: 'a wrong guess',
    })
  })
}

const rawRequest = (method: string, path: string, headers: string, body?: object) => {
  const text = body ? JSON.stringify(body) : ''
  const type = body ? `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n` : ''
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}${type}\r\n${text}`
}

const generate = async (load: OpenLoad): Promise<OpenResult> => {
  const running = promisify(execFile)(process.execPath, [OPEN_LOOP], { maxBuffer: 1e8 })
  running.child.stdin?.end(JSON.stringify(load))
  return JSON.parse((await running).stdout) as OpenResult
}

/** The slowest answer of `/healthz` until `stop`. */
const watchHealth = (address: string) => {
  let slowest = 0
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const begunAt = performance.now()
      const { status } = await fetch(`${address}/healthz`)
      if (status !== 200) throw new Error(`/healthz answered ${status}`)
      slowest = Math.max(slowest, performance.now() - begunAt)
      await pause(HEALTH_EVERY_MS)
    }
  }
  const watching = watch()
  return async () => {
    isOver = true
    await watching
    return slowest
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'quillhouse-overload-'))
const server = spawnServer({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', RATE_LIMITS: 'off' })
let failures = 0
const report = (name: string, figure: number, isMet: boolean, unit: string) => {
  if (!isMet) failures += 1
  console.log(`${isMet ? 'ok ' : 'BAD'}  ${name}: ${figure.toFixed(figure < 10 ? 2 : 0)}${unit}`)
}
try {
  const address = await server.opened()
  const { config, stop } = await startEmbedded({ dataDir, log: { info: () => {}, warn: () => {} }, role: 'command' })
  const { clients, books } = await addPeople(config, READERS, BOOKS)
  await stop()
  const requests = requestsOf(
    clients.map(({ token }) => token),
    books,
  )
  const load = { port: Number(new URL(address).port), requests, seconds }

  await generate({ ...load, connections: CONNECTIONS.peak, rate: 0, seconds: 3 })
  const peak = await generate({ ...load, connections: CONNECTIONS.peak, rate: 0 })
  console.log(`peak: ${Math.round(peak.acceptedRate)} requests a second over ${CONNECTIONS.peak} connections`)

  const overloads = [
    { name: `${times} times the connections`, connections: CONNECTIONS.peak * times, rate: 0 },
    { name: `${times} times the rate`, connections: CONNECTIONS.overload, rate: peak.acceptedRate * times },
  ]
  for (const { name, ...overload } of overloads) {
    const health = watchHealth(address)
    const over = await generate({ ...load, ...overload })
    const endedAt = performance.now()
    const slowestHealth = await health()
    const normal = { ...load, connections: CONNECTIONS.peak, rate: peak.acceptedRate / 2, seconds: 1 }
    let after = await generate(normal)
    while ((after.refusedRate > 0 || after.acceptedP99 > RECOVERED_P99) && performance.now() - endedAt < GOAL.recovery)
      after = await generate(normal)
    const recovery = performance.now() - endedAt

    console.log(
      `\n${name}: ${Math.round(over.acceptedRate)} accepted and ${Math.round(over.refusedRate)} refused a second, ` +
        `half of these within ${over.refusedP50.toFixed(1)} ms; ${over.unsent} not sent, ${over.broken} connections broken`,
    )
    const goodput = over.acceptedRate / peak.acceptedRate
    report('goodput, part of the peak', goodput, goodput >= GOAL.goodput, '')
    report('accepted, p99', over.acceptedP99, over.acceptedP99 < GOAL.acceptedP99, ' ms')
    report('refused, p99', over.refusedP99, over.refusedP99 <= GOAL.refusedP99, ' ms')
    report('refused without Retry-After', over.withoutRetryAfter, over.withoutRetryAfter === 0, '')
    report('/healthz, slowest', slowestHealth, slowestHealth < GOAL.health, ' ms')
    report('well again after', recovery, recovery <= GOAL.recovery, ' ms')
  }
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(failures > 0 ? 1 : 0)
