import { EmbeddedPostgresError } from '#server/platform/embedded-postgres/embedded-postgres-error.ts'
import { type Options, startEmbedded } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import type { DatabaseConfig } from './connect.ts'
import { DatabaseSetupError } from './database-setup-error.ts'

type DatabaseSettings = { databaseUrl: string | undefined; dataDir: string }

export type RunningDatabase = { config: DatabaseConfig; stop: () => Promise<void> }

/** The database that the settings name: a PostgreSQL server at an address, or the embedded one, which `stop` stops. */
export const startDatabase = async (
  { databaseUrl, dataDir }: DatabaseSettings,
  options: Omit<Options, 'dataDir'>,
): Promise<RunningDatabase> =>
  databaseUrl
    ? { config: { connectionString: databaseUrl }, stop: async () => {} }
    : startEmbedded({ dataDir, ...options }).catch((error: unknown) => {
        throw error instanceof EmbeddedPostgresError ? new DatabaseSetupError(adviceFor(error, dataDir)) : error
      })

const adviceFor = ({ code, message }: EmbeddedPostgresError, dataDir: string) => {
  if (code === 'in-use') return `Quillhouse is already running on DATA_DIR ${dataDir}.`
  if (code === 'folder-unusable') return `DATA_DIR ${message}`
  if (code === 'unsupported') return `${message} Or set DATABASE_URL to a PostgreSQL 18 server.`
  return message
}
