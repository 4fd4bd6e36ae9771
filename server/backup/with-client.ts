import type pg from 'pg'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'
import { openClient } from '#server/platform/database/driver.ts'

/** A connection outside the server's pool: reading or writing a whole table exceeds the pool's timeouts. */
export const withClient = async <T>(database: DatabaseConfig, use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = await openClient(database, { application_name: 'quillhouse backup' })
  return use(client).finally(() => client.end())
}
