import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { cpuMs } from './sandboxed-process.ts'

/** More than a worker process needs to start. */
const BUSY_MS = 1000

/** Resolves when a worker process is in the middle of a long task, by the processor time that it uses. */
export const untilBusy = async (pid: number): Promise<void> => {
  if (!existsSync('/proc/self/stat')) return pause(BUSY_MS)
  const before = await cpuMs(pid)
  await expect.poll(async () => (await cpuMs(pid)) - before, { timeout: 30_000 }).toBeGreaterThanOrEqual(BUSY_MS)
}
