import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/free-port.ts'
import { spawnServer } from '#tests/run-server.ts'
import { memoryOf } from './process-tree.ts'
import type { Row } from './row.ts'

/** Seconds until the first home page is served, including the start of the process. */
const startAndLoadHome = async (env: Record<string, string>) => {
  const startedAt = performance.now()
  const server = spawnServer(env)
  const address = await server.opened()
  const response = await fetch(address)
  await response.text()
  const seconds = (performance.now() - startedAt) / 1000
  if (!response.ok) throw new Error(`the first page answered ${response.status}`)
  return { seconds, server }
}

export const start: Row = {
  name: 'start',
  what: 's from start to first page, on existing data',
  goal: { atMost: 1.2 },
  measure: async (site, { rounds }) => {
    const ours: number[] = []
    await site.server.stop()
    for (let round = 0; round < rounds; round += 1) {
      const { seconds, server } = await startAndLoadHome(site.env)
      ours.push(seconds)
      await server.stop()
    }
    return { ours, unit: 's', note: 'pages built' }
  },
}

export const firstStart: Row = {
  name: 'first-start',
  what: 's from the very first start to first page',
  goal: { atMost: 2 },
  measure: async (site, { rounds }) => {
    const ours: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = join(site.dataDir, `first-${process.pid}-${round}`)
      const { seconds, server } = await startAndLoadHome({ ...site.env, DATA_DIR: dataDir })
      ours.push(seconds)
      await server.stop()
    }
    return { ours, unit: 's', note: 'pages built' }
  },
}

export const startWithApp: Row = {
  name: 'start-with-app',
  what: 'ms that the first page of a very first start is later if the Android app is made',
  goal: { atMost: 50 },
  measure: async (site, { rounds }) => {
    const ours: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const seconds: Record<string, number> = {}
      // In turns, as the second of two starts finds more in memory.
      for (const name of round % 2 === 0 ? ['app', 'none'] : ['none', 'app']) {
        const dataDir = join(site.dataDir, `${name}-${process.pid}-${round}`)
        const own: Record<string, string> = name === 'app' ? { PUBLIC_URL: 'https://library.example' } : {}
        const port = await freePort()
        const startedAt = performance.now()
        const server = spawnServer({ ...site.env, DATA_DIR: dataDir, PORT: String(port), ...own })
        // A site with a public address does not print its own one.
        await untilAnswered(`http://127.0.0.1:${port}/`, 5)
        seconds[name] = (performance.now() - startedAt) / 1000
        if (name === 'app') await untilAnswered(`http://127.0.0.1:${port}/.well-known/assetlinks.json`, 100)
        await server.stop()
      }
      ours.push(((seconds['app'] ?? 0) - (seconds['none'] ?? 0)) * 1000)
    }
    return { ours, unit: 'ms' }
  },
}

/** Asks again after so many milliseconds until it is there. */
const untilAnswered = async (address: string, everyMs: number) => {
  const end = Date.now() + ANSWER_MS
  const isThere = () =>
    fetch(address).then(
      async (response) => (await response.text(), response.ok),
      () => false,
    )
  while (!(await isThere())) {
    if (Date.now() > end) throw new Error(`${address} does not answer`)
    await pause(everyMs)
  }
}

const ANSWER_MS = 60_000

const QUIET_MS = 120_000
const QUICK_QUIET_MS = 10_000

export const memory: Row = {
  name: 'memory',
  what: 'MB of server and database, two minutes after load',
  goal: { atMost: 260 },
  measure: async (site, { isQuick }) => {
    await pause(isQuick ? QUICK_QUIET_MS : QUIET_MS)
    return {
      ours: [await memoryOf(await site.roots())],
      unit: 'MB',
      ...(isQuick && { note: 'after ten seconds only' }),
    }
  },
}
