import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
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
