import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type SpawnedServer, spawnServer } from '#tests/run-server.ts'
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
        const started = await startAndLoadHome({ ...site.env, DATA_DIR: dataDir, ...own })
        seconds[name] = started.seconds
        if (name === 'app') await untilAppIsMade(started.server)
        await started.server.stop()
      }
      ours.push(((seconds['app'] ?? 0) - (seconds['none'] ?? 0)) * 1000)
    }
    return { ours, unit: 'ms' }
  },
}

const untilAppIsMade = async (server: SpawnedServer) => {
  const address = await server.opened()
  const end = Date.now() + APP_MS
  while (!(await fetch(`${address}/.well-known/assetlinks.json`)).ok) {
    if (Date.now() > end) throw new Error('no app is made')
    await pause(100)
  }
}

const APP_MS = 30_000

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
