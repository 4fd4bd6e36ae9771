import { type Options, type Started, startEmbedded } from '#server/platform/embedded-postgres/embedded-postgres.ts'

type Named = { databaseUrl: string | undefined; dataDir: string }

/** The database that the settings name: PostgreSQL at an address, or the embedded one, which ends with `stop`. */
export const startDatabase = async (
  { databaseUrl, dataDir }: Named,
  options: Omit<Options, 'dataDir'>,
): Promise<Started> =>
  databaseUrl
    ? { config: { connectionString: databaseUrl }, stop: async () => {} }
    : startEmbedded({ dataDir, ...options })
