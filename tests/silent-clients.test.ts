import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startEmbedded } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { stopPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { aBookForm, aPdf } from '#server/testing/book-form.ts'
import { type SpawnedServer, spawnServer } from '#tests/run-server.ts'
import { addPeople } from '#tests/torture/people.ts'

const ROOT = join(import.meta.dirname, '..')
const SILENT = { info: () => {}, warn: () => {} }
const STOP_MS = 5000
/** On a slow machine an end may take as much longer as this many ends without a client. */
const CLEAN_STOPS = 3
const EXIT_TIMEOUT_MS = 15_000
const WAITING = 'select from book_texts where book_id is not null and not (is_read and view_is_made)'
const READERS = 2000
const MAX_GROWTH_MB = 100
/** More than are sent files at once to an address that many share. */
const MAX_HELD = 500
/** In this time after the last has connected, all are answered and none that is sent the file is gone: each sample has what they cost. */
const ALL_HELD_MS = { first: 7500, last: 15_000 }
/** Without it, what new objects take would depend on how many requests arrive between two collections of garbage. */
const SMALL_NEW_SPACE = '--max-semi-space-size=2'
const GONE_MS = 120_000

let dataDir: string
let sockets: Socket[]
let servers: SpawnedServer[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quillhouse-silent-'))
  sockets = []
  servers = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  // A failed test may leave a server and its database running.
  for (const server of servers) server.signal('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
  await stopPostmaster(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

const hasDatabaseEnded = () => !existsSync(join(dataDir, 'db/postmaster.pid'))

const start = async (env: Record<string, string> = {}) => {
  const server = spawnServer({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', RATE_LIMITS: 'off', ...env })
  servers.push(server)
  return { server, address: await server.opened() }
}

/** The longest that an end may take, on this machine. */
const measureStop = async () => {
  const { server } = await start()
  const begunAt = performance.now()
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  return STOP_MS + CLEAN_STOPS * (performance.now() - begunAt)
}

/** A connection that sends these bytes and then neither sends nor reads. */
const openSilent = async (address: string, bytes: string) => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {})
  sockets.push(socket.pause())
  await once(socket, 'connect')
  if (bytes !== '') await new Promise<void>((sent) => socket.write(bytes, () => sent()))
  return socket
}

/** Publishes a book of nearly ten megabytes, and returns the path of its PDF and the token of its author. */
const publishLargeBook = async (address: string) => {
  const { config, stop } = await startEmbedded({ dataDir, log: SILENT, role: 'command' })
  const { clients } = await addPeople(config, 1)
  await stop()
  const token = clients[0]?.token ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const pdf = aPdf()
  const end = pdf.lastIndexOf('startxref')
  const padding = Buffer.from(`%${'.'.repeat(9_000_000)}\n`)
  const body = aBookForm()
  body.set('pdfFile', new Blob([pdf.subarray(0, end), padding, pdf.subarray(end)]), 'large.pdf')
  const published = await fetch(`${address}/api/books`, { method: 'POST', headers, body })
  const { book } = (await published.json()) as { book: { _id: string } }
  const link = (await (await fetch(`${address}/api/books/${book._id}/pdf`, { headers })).json()) as { pdfUrl: string }
  return { path: link.pdfUrl, token }
}

/** A job reads the text of a new book in a process of its own, and stores what it gets: that takes memory too. */
const untilTextsAreRead = async () => {
  const { config, stop } = await startEmbedded({ dataDir, log: SILENT, role: 'command' })
  const client = new pg.Client(config)
  await client.connect()
  const waiting = async () => (await client.query(WAITING)).rows.length
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
  await client.end()
  await stop()
}

/** Warms the server up: its heap grows at the first requests, which is no cost of clients that do not read. */
const downloadOften = async (url: string) => {
  const headers = { range: 'bytes=0-999' }
  for (let sent = 0; sent < READERS; sent += 50)
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const answer = await fetch(url, { headers })
        expect(answer.status).toBe(206)
        await answer.arrayBuffer()
      }),
    )
}

const residentMb = async (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\nHost: localhost\r\n`

test(
  'silent connections of every kind delay the end of the server by at most five seconds',
  { timeout: 120_000 },
  async () => {
    const stopMs = await measureStop()
    const { server, address } = await start()
    const { path, token } = await publishLargeBook(address)
    const authorization = `Authorization: Bearer ${token}\r\n`
    const form = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n'
    for (const bytes of [
      '',
      'GET / HT',
      `${head('GET /healthz HTTP/1.1')}X-Never: `,
      `${head('GET /healthz HTTP/1.1')}\r\n`,
      `${head('POST /api/auth/login HTTP/1.1')}Content-Type: application/json\r\nContent-Length: 60\r\n\r\n{"email"`,
      `${head('POST /api/books HTTP/1.1')}${authorization}${form}\r\n--b\r\n`,
      `${head(`GET ${path} HTTP/1.1`)}\r\n`,
    ])
      await openSilent(address, bytes)
    // The server reads what arrived before.
    expect(
      (await fetch(`${address}/api/auth/user-details`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(200)

    const begunAt = performance.now()
    server.signal('SIGTERM')
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect(performance.now() - begunAt).toBeLessThan(stopMs)
    expect(hasDatabaseEnded()).toBe(true)
  },
)

const hasClosed = (address: string) =>
  fetch(`${address}/healthz`).then(
    () => false,
    () => true,
  )

test('a second signal exits at once, and PostgreSQL stops too', { timeout: 60_000 }, async () => {
  const { server, address } = await start()
  const login = `${head('POST /api/auth/login HTTP/1.1')}Content-Type: application/json\r\nContent-Length: 60\r\n\r\n{`
  await openSilent(address, login)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  server.signal('SIGTERM')
  await expect.poll(() => hasClosed(address), { timeout: EXIT_TIMEOUT_MS }).toBe(true)
  const again = performance.now()
  server.signal('SIGTERM')
  expect(await server.ended).toEqual({ code: 1, signal: null })
  // After the first signal alone the code would be another.
  expect(performance.now() - again).toBeLessThan(3000)
  await expect.poll(hasDatabaseEnded, { timeout: EXIT_TIMEOUT_MS }).toBe(true)
})

describe.skipIf(!existsSync('/proc/self/status'))('clients that do not read', () => {
  test(
    'of a large file, 2,000 at once, cost at most 100 MB, are gone in a minute, and disturb nobody',
    { timeout: 300_000 },
    async () => {
      const { server, address } = await start({ NODE_OPTIONS: SMALL_NEW_SPACE })
      const { path } = await publishLargeBook(address)
      await untilTextsAreRead()
      await downloadOften(address + path)
      const before = await residentMb(server.pid)
      // Beside those to the database, which the server opens as it needs them.
      const openBefore = (await countOpen(server)) + 10
      // Garbage of the burst, which is collected later, is no cost of clients that do not read.
      let least = Infinity
      let fewest = Infinity
      await Promise.all(
        Array.from({ length: READERS }, () => openSilent(address, `${head(`GET ${path} HTTP/1.1`)}\r\n`)),
      )
      const connectedAt = performance.now()
      const sinceConnected = () => performance.now() - connectedAt
      while ((await countOpen(server)) > openBefore && sinceConnected() < GONE_MS) {
        const megabytes = await residentMb(server.pid)
        const isHeld = sinceConnected() > ALL_HELD_MS.first && sinceConnected() < ALL_HELD_MS.last
        if (isHeld) {
          least = Math.min(least, megabytes)
          fewest = Math.min(fewest, await countOpen(server))
        }
        expect((await fetch(`${address}/healthz`)).status).toBe(200)
        await pause(500)
      }
      expect(await countOpen(server)).toBeLessThanOrEqual(openBefore)
      // The others were refused.
      expect(fewest).toBeLessThan(openBefore + MAX_HELD)
      expect(least - before).toBeLessThan(MAX_GROWTH_MB)
      expect(await server.stop()).toEqual({ code: 0, signal: null })
    },
  )
})

describe.skipIf(!existsSync('/proc/self/status'))('clients that read five bytes a second', () => {
  test('of a large file are gone in a minute', { timeout: 240_000 }, async () => {
    const { server, address } = await start()
    const { path } = await publishLargeBook(address)
    const openBefore = (await countOpen(server)) + 10
    const readers = await Promise.all(
      Array.from({ length: 60 }, () => openSilent(address, `${head(`GET ${path} HTTP/1.1`)}\r\n`)),
    )
    const trickle = setInterval(() => readers.forEach((socket) => socket.read(5)), 1000)
    try {
      await expect.poll(() => countOpen(server)).toBeGreaterThanOrEqual(openBefore + 40)
      await expect.poll(() => countOpen(server), { timeout: GONE_MS, interval: 500 }).toBeLessThanOrEqual(openBefore)
    } finally {
      clearInterval(trickle)
    }
    expect(await server.stop()).toEqual({ code: 0, signal: null })
  })
})

/** The connections of the server's process, as the system counts them. */
const countOpen = async ({ pid }: SpawnedServer) => {
  const names = await readdir(`/proc/${pid}/fd`)
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
  return links.filter((link) => link.startsWith('socket:')).length
}

describe('a server that npm started', () => {
  const startWithNpm = async () => {
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', RATE_LIMITS: 'off' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that nobody else gets the signal.
      detached: true,
    })
    let output = ''
    npm.stdout.on('data', (chunk) => (output += String(chunk)))
    npm.stderr.on('data', (chunk) => (output += String(chunk)))
    const ended = once(npm, 'close')
    await expect.poll(() => output, { timeout: 40_000 }).toContain('Quillhouse is open')
    const address = `http://127.0.0.1:${/is open: \S+:(\d+)/.exec(output)?.[1]}`
    await openSilent(address, '')
    return { npm, ended, address }
  }

  test(
    'closes and stops PostgreSQL when only npm gets the signal, and npm waits for it',
    { timeout: 120_000 },
    async () => {
      const stopMs = await measureStop()
      const { npm, ended, address } = await startWithNpm()
      const begunAt = performance.now()
      npm.kill('SIGTERM')
      expect((await ended)[0]).toBe(0)
      expect(performance.now() - begunAt).toBeLessThan(stopMs)
      expect(hasDatabaseEnded()).toBe(true)
      expect(await hasClosed(address)).toBe(true)
    },
  )

  test(
    'closes gracefully on Ctrl-C, which reaches it from the terminal and from npm',
    { timeout: 120_000 },
    async () => {
      const { npm, ended, address } = await startWithNpm()
      process.kill(-(npm.pid ?? 0), 'SIGINT')
      await ended
      expect(hasDatabaseEnded()).toBe(true)
      expect(await hasClosed(address)).toBe(true)
    },
  )

  test('closes when npm is killed', { timeout: 120_000 }, async () => {
    const { npm, ended, address } = await startWithNpm()
    npm.kill('SIGKILL')
    await ended
    await expect.poll(() => hasClosed(address), { timeout: EXIT_TIMEOUT_MS }).toBe(true)
    await expect.poll(hasDatabaseEnded, { timeout: EXIT_TIMEOUT_MS }).toBe(true)
  })
})
