/**
 * Restarts two processes behind nginx by turns under requests: `npm run rolling-restart`. Exits with 1 if a request
 * fails.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTestDatabase, withCluster } from '#server/testing/test-database.ts'
import { freePort } from '#tests/free-port.ts'
import { findNginx, startSharedCache } from '#tests/nginx.ts'
import { spawnServer } from '#tests/run-server.ts'

const CLIENTS = 16
/**
 * Longer than `fail_timeout` in docs/nginx.conf, which counts whole seconds, so that 1 s may be 2: nginx asks the restarted
 * process again.
 */
const SETTLE_MS = 3000
/** Each client writes in one of three requests, and bypasses the cache in another third. */
const WRITE_EVERY = 3

const { values: options } = parseArgs({ options: { requests: { type: 'string', default: '20000' } } })
const wanted = Number(options.requests)

const restartUnderLoad = async (address: string, restart: () => Promise<void>) => {
  const failures: string[] = []
  let sent = 0
  let isDone = false

  const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
    sent += 1
    try {
      const answer = await fetch(address + path, init)
      const text = await answer.text()
      if (!answer.ok) failures.push(`${init?.method ?? 'GET'} ${path} ${answer.status} ${text.slice(0, 120)}`)
      return answer.ok && path.startsWith('/api/') ? JSON.parse(text) : undefined
    } catch (error) {
      failures.push(`${init?.method ?? 'GET'} ${path} ${String((error as Error).cause ?? error)}`)
      return undefined
    }
  }
  const logIn = async () => ((await ask('/api/auth/guest', { method: 'POST' })) as { token: string } | undefined)?.token
  const client = async () => {
    let token = await logIn()
    for (let n = 1; sent < wanted || !isDone; n += 1) {
      if (n % WRITE_EVERY === 0) token = (await logIn()) ?? token
      else if (n % 2 === 0) await ask('/api/books', { headers: { authorization: `Bearer ${token}` } })
      else await ask(['/', '/premium', '/api/books/new', '/about'][(n >> 1) % 4] ?? '/')
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  let restarts = 0
  do {
    await restart()
    restarts += 1
  } while (sent < wanted)
  isDone = true
  await Promise.all(clients)
  return { sent, restarts, failures }
}

const main = async (nginx: string) =>
  withCluster(async (cluster) => {
    const { config } = await createTestDatabase(cluster)
    const folder = await mkdtemp(join(tmpdir(), 'quillhouse-rolling-'))
    const address = `postgres://${config.user}:${encodeURIComponent(String(config.password))}@localhost/${config.database}`
    const env = {
      DATABASE_URL: `${address}?host=${encodeURIComponent(config.host ?? '')}`,
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      SHARED_CACHE_SECONDS: '1',
      TRUSTED_PROXIES: 'loopback',
    }
    const ports = [await freePort(), await freePort()]
    const servers = ports.map((port) => spawnServer({ ...env, PORT: String(port) }))
    const cache = await startSharedCache(nginx, ports)
    try {
      await Promise.all(servers.map((server) => server.opened()))
      const restart = async () => {
        for (const [n, port] of ports.entries()) {
          await servers[n]?.stop()
          servers[n] = spawnServer({ ...env, PORT: String(port) })
          await servers[n].opened()
          await pause(SETTLE_MS)
        }
      }
      return await restartUnderLoad(cache.address, restart)
    } finally {
      await Promise.all([cache.stop(), ...servers.map((server) => server.stop())])
      await rm(folder, { recursive: true, force: true })
    }
  })

const nginx = await findNginx()
if (nginx === undefined) {
  console.log('0 passed, 0 failed, 1 skipped')
} else {
  const { sent, restarts, failures } = await main(nginx)
  console.log(`${sent} requests, ${restarts * 2} restarts, ${failures.length} failed`)
  for (const failure of failures.slice(0, 20)) console.log(failure)
  console.log(failures.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
  process.exitCode = failures.length === 0 ? 0 : 1
}
