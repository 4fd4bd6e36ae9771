import pg from 'pg'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'

/** A connection outside the server's pool: reading or writing a whole table exceeds the pool's timeouts. */
export const withClient = async <T>(database: DatabaseConfig, use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ ...database, application_name: 'quillhouse backup' })
  // A lost connection fails the running query.
  client.on('error', () => undefined)
  await client.connect()
  return use(client).finally(() => client.end())
}
