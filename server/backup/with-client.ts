import pg from 'pg'
import type { DatabaseConfig } from '#server/platform/database/connect.ts'

/** A connection of one's own: reading or writing a whole table takes longer than the server's pool lets anything take. */
export const withClient = async <T>(database: DatabaseConfig, use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ ...database, application_name: 'quillhouse backup' })
  // A lost connection fails the query that is asked on it.
  client.on('error', () => undefined)
  await client.connect()
  return use(client).finally(() => client.end())
}
