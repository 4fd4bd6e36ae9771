import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseConfig } from './connect.ts'
import type { DatabaseLog } from './database-log.ts'

const CHANNEL = 'quillhouse_changes'
/** Many writes are told together: a notice in each transaction would cost more than half of their rate. */
const COLLECT_MS = 100
const RECONNECT_MS = 500
const HEARTBEAT_MS = 1000
const HEARTBEAT_TIMEOUT_MS = 1000

interface Listener {
  changed: () => void
  deaf: () => void
  hearing: () => void
}

/** Tells the other processes on one database that something has changed, and hears it from them. */
export const subscribeToChanges = (config: DatabaseConfig, log: DatabaseLog, listener: Listener) => {
  const self = randomUUID()
  const closing = new AbortController()
  let client: pg.Client | undefined
  let telling: Promise<void> | undefined

  const tell = async () => {
    await pause(COLLECT_MS)
    telling = undefined
    // A notice that can't be sent needs no other way: whoever listens is deaf then too.
    await client?.query('select pg_notify($1, $2)', [CHANNEL, self]).catch(() => {})
  }

  const listen = async () => {
    while (!closing.signal.aborted) {
      const connection = new pg.Client({
        ...config,
        connectionTimeoutMillis: 2000,
        query_timeout: HEARTBEAT_TIMEOUT_MS,
        keepAlive: true,
      })
      const lost = new Promise<void>((resolve) => connection.once('end', resolve).on('error', () => resolve()))
      try {
        await connection.connect()
        connection.on('notification', ({ payload }) => payload !== self && listener.changed())
        await connection.query(`listen ${CHANNEL}`)
        client = connection
        listener.hearing()
        await Promise.race([lost, beat(connection, closing.signal)])
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ reason: (error as Error).message }, 'not hearing of changes')
      }
      client = undefined
      // Once told to stop there is nobody left to tell, and no database to ask.
      if (!closing.signal.aborted) listener.deaf()
      await connection.end().catch(() => {})
      await pause(RECONNECT_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  // Until it hears, it may have missed something.
  listener.deaf()
  const listening = listen()

  return {
    tell: () => {
      telling ??= tell()
    },
    stop: async () => {
      await telling
      closing.abort()
      await client?.end().catch(() => {})
      await listening
    },
  }
}

/** Throws as soon as the connection no longer answers; returns when told to stop. */
const beat = async (connection: pg.Client, signal: AbortSignal) => {
  while (!signal.aborted) {
    await connection.query('select 1')
    await pause(HEARTBEAT_MS, undefined, { signal }).catch(() => {})
  }
}
