import { CamelCasePlugin, type Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { againAfterDeadlock, DeadlockRetryingDatabase } from './after-deadlock.ts'
import type { DatabaseLog } from './database-log.ts'
import { withinDatabaseTime } from '#server/platform/request-context.ts'
import { statementName } from './prepared.ts'
import type { Tables } from './tables.ts'

/** Where a database answers: an address, or the parts of one (the embedded server's socket folder as `host`). */
export type DatabaseConfig = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
>

export type Database = Kysely<Tables>

export const POOL_SIZE = 10

interface PoolOptions {
  statementMs?: number
  /** Decides whether a connection may be used. Throws. */
  admit?: (client: pg.PoolClient) => Promise<void>
}

/** Creates the server's connection pool; the first query connects. `Pool` is that of a driver for several hosts. */
export const connect = (
  config: DatabaseConfig,
  log: DatabaseLog,
  Pool = pg.Pool,
  { statementMs = 5000, admit }: PoolOptions = {},
) => {
  const pool = new Pool({
    ...config,
    application_name: 'quillhouse',
    max: POOL_SIZE,
    connectionTimeoutMillis: 2000,
    statement_timeout: statementMs,
    lock_timeout: 2000,
    idle_in_transaction_session_timeout: 10_000,
    // The server's own limit can't arrive when the network swallows packets, so the client gives up a little later.
    query_timeout: statementMs + 1000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // Without listeners on both, a lost connection would end the process. A connection in use fails its query.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ reason: error.message }, 'database connection lost')
  })
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })

  const options = {
    dialect: new PostgresDialect({
      pool: { connect: () => connectPreparing(pool, log, admit), end: () => pool.end(), options: pool.options },
    }),
    // The keys inside a json value are data, not columns.
    plugins: [new ColumnNames({ maintainNestedObjectKeys: true })],
  }
  const db: Database = new DeadlockRetryingDatabase<Tables>(options, log)
  const load = () => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  })
  return { db, pool, load, close: () => pool.end() }
}

/** The connection is sound, and not to be used now. */
export class NotAdmittedError extends Error {
  override name = 'NotAdmittedError'
}

/** The server shuts down, or has become a standby: other connections may lead to the new primary. */
const IS_USELESS = /^(25006|57P0[1-3])$/

/** Connections as Kysely uses them, one for each client: they prepare the statements that are asked to be prepared. */
const preparing = new WeakMap<pg.PoolClient, PostgresPoolClient>()

const connectPreparing = async (
  pool: pg.Pool,
  log: DatabaseLog,
  admit: PoolOptions['admit'],
): Promise<PostgresPoolClient> => {
  const client = await connectInTime(pool)
  if (admit) await admitOrRelease(client, admit)
  const known = preparing.get(client)
  if (known) return known
  let isLost = false
  const queryOnce = async (text: string, values: unknown[]) => {
    // Without this a rollback would wait for an answer to the statement that timed out.
    if (isLost) throw new Error('Connection terminated')
    const name = statementName(text)
    try {
      return await withinDatabaseTime(() => client.query({ text, values, ...(name !== undefined && { name }) }))
    } catch (error) {
      isLost = isLostBy(error)
      throw error
    }
  }
  let isInTransaction = false
  const query = (text: string, values: unknown[]) => {
    // A transaction runs again as a whole, and its commit never by itself: nothing would be left to commit.
    const isOfTransaction = isInTransaction || BEGINS.test(text)
    isInTransaction = isOfTransaction && !ENDS.test(text)
    const run = () => queryOnce(text, values)
    // What a replica ends is asked of the primary.
    return isOfTransaction || admit ? run() : againAfterDeadlock('a statement', log, run)
  }
  const release = () => {
    client.release(isLost)
    // The other connections may be just as dead: the next requests open new ones.
    if (isLost) closeIdle(pool)
  }
  const connection = { query: query as unknown as PostgresPoolClient['query'], release }
  preparing.set(client, connection)
  return connection
}

const BEGINS = /^(?:begin|start transaction)\b/
const ENDS = /^(?:commit|rollback)$/

const isLostBy = (error: unknown) => !(error instanceof pg.DatabaseError) || IS_USELESS.test(error.code ?? '')

const admitOrRelease = async (client: pg.PoolClient, admit: NonNullable<PoolOptions['admit']>): Promise<void> => {
  try {
    await withinDatabaseTime(() => admit(client))
  } catch (error) {
    client.release(!(error instanceof NotAdmittedError) && isLostBy(error))
    throw error
  }
}

/** A connection that arrives after the request gave up goes back to the pool. An idle one arrives at once. */
const connectInTime = (pool: pg.Pool): Promise<pg.PoolClient> => {
  const isIdle = pool.idleCount > pool.waitingCount
  const connecting = pool.connect()
  if (isIdle) return connecting
  return withinDatabaseTime(() => connecting).catch((error: unknown) => {
    connecting.then(
      (client) => client.release(),
      () => undefined,
    )
    throw error
  })
}

const closeIdle = (pool: pg.Pool) => {
  for (let left = pool.idleCount; left > 0; left -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    )
}

class ColumnNames extends CamelCasePlugin {
  /** `_id` is a name of the product, written so on purpose. */
  protected override camelCase(name: string) {
    return name.startsWith('_') ? name : super.camelCase(name)
  }
}

const { DATE, INT8, NUMERIC } = pg.types.builtins
const INT8_ARRAY: number = 1016

const numbers = (text: string) => {
  const items: (string | null)[] = pg.types.getTypeParser(INT8_ARRAY)(text)
  return items.map((item) => (item === null ? null : Number(item)))
}

// Counts and sums fit a double here, and a calendar date has no time zone to turn it into another day.
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [NUMERIC, Number],
  [INT8_ARRAY, numbers],
  [DATE, String],
])

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  parsers.get(oid) ?? pg.types.getTypeParser(oid, format)
