// The process of one training; see train-recommendations.ts.
import { trainFrom } from './train-from-database.ts'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'

const end = (outcome: object, code: number) => process.send?.(outcome, () => process.exit(code))

// The server is gone, so nobody waits for the result.
process.once('disconnect', () => process.exit(1))
process.once('message', (database: DatabaseConfig) => {
  trainFrom(database).then(
    (trained) => end({ ...trained, peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024) }, 0),
    (error: unknown) => end({ error: error instanceof Error ? error.message : String(error) }, 1),
  )
})
