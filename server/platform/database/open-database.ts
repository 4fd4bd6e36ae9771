import type { Settings } from '#server/platform/settings.ts'
import type { DatabaseConfig } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import type { DatabaseLog } from './log.ts'

/** Where the database that the settings name answers; the embedded one is started, and `stop` ends it as its role may. */
export const openDatabase = async (
  { databaseUrl, dataDir }: Settings,
  log: DatabaseLog,
  role: 'server' | 'command',
): Promise<{ config: DatabaseConfig; stop: () => Promise<void> }> =>
  databaseUrl
    ? { config: { connectionString: databaseUrl }, stop: async () => {} }
    : startEmbedded({ dataDir, log, role })
