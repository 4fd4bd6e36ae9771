import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServices } from '#server/open-services.ts'
import { createLog } from '#server/platform/log.ts'
import type { Services } from '#server/platform/services.ts'
import { readSettings } from '#server/platform/settings.ts'

interface Benchmark {
  name: string
  /** The folder of the library, kept for the next run; a temporary one if there is none. */
  library: string | undefined
  load: (services: Services) => Promise<void>
  measure: (services: Services) => Promise<void>
}

/** Measures a library in this process, loaded unless an earlier run has. */
export const measureLibrary = async ({ name, library, load, measure }: Benchmark): Promise<void> => {
  const dataDir = library ?? (await mkdtemp(join(tmpdir(), `quillhouse-${name}-`)))
  const marker = join(dataDir, `${name}-loaded`)
  try {
    const { services, close } = await openServices(readSettings({ DATA_DIR: dataDir }), createLog('warn'))
    try {
      if (!existsSync(marker)) {
        await load(services)
        await writeFile(marker, '')
      }
      await measure(services)
    } finally {
      await close()
    }
  } finally {
    if (!library) await rm(dataDir, { recursive: true, force: true })
  }
}

export const timeOf = async (ask: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await ask()
  return performance.now() - startedAt
}

/** The median, the 95th percentile and the slowest. */
export const quantiles = (times: number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  return [0.5, 0.95, 1]
    .map((share) =>
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1).padStart(7),
    )
    .join(' ')
}
