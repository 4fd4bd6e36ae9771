import pg from 'pg'
import type { DatabaseConfig } from './connect.ts'
import { databaseHosts } from './database-hosts.ts'

/** How connections to a database are opened: by a pool, or one on its own. */
export interface Driver {
  Pool: typeof pg.Pool
  open: (options: pg.ClientConfig) => Promise<pg.Client>
}

/** Opens connections to the one host of an address, or to that of its hosts which is the primary. */
export const driverFor = async ({ connectionString = '' }: DatabaseConfig): Promise<Driver> => {
  const hosts = databaseHosts(connectionString)
  if (hosts.length < 2) return { Pool: pg.Pool, open: openOne }
  const { driverAmong } = await import('./driver-among.ts')
  return driverAmong(hosts, { role: 'primary', patienceMs: 3000 })
}

/** A connection outside the server's pool, for work that exceeds its time limits. If it is lost, its statement fails. */
export const openClient = async (config: DatabaseConfig, options: pg.ClientConfig): Promise<pg.Client> =>
  (await driverFor(config)).open({ ...config, ...options })

const openOne = async (options: pg.ClientConfig): Promise<pg.Client> => {
  const client = new pg.Client(options)
  client.on('error', () => undefined)
  await client.connect()
  return client
}
