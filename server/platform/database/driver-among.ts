import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isTransient } from '#server/platform/http/response/errors.ts'
import type { Driver } from './driver.ts'

interface Wanted {
  role: 'primary' | 'standby'
  /** How long a connection is sought before its caller gets the last error. Each host is tried at least once. */
  patienceMs: number
}

/** Short: a host that accepts connections and does not answer is left for the next one. */
const CONNECT_MS = 1000
const PAUSE_MS = 50

/** Its code is that of a server that accepts no connections yet. */
class WrongRoleError extends Error {
  override name = 'WrongRoleError'
  readonly code = '57P03'
}

/**
 * Opens connections to that of several hosts which has a role. PostgreSQL reports at the start of each connection
 * whether it is a standby, so this takes no statement. New connections go to the last good host first.
 */
export const driverAmong = (hosts: readonly string[], { role, patienceMs }: Wanted): Driver => {
  let current = 0

  class Client extends pg.Client {
    private readonly hostIndex = current
    private isStandby = false

    constructor(options: pg.ClientConfig = {}) {
      super({ ...options, connectionString: hosts[current], connectionTimeoutMillis: CONNECT_MS })
      const { connection } = this as unknown as { connection: NodeJS.EventEmitter }
      connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
        if (status.parameterName === 'in_hot_standby') this.isStandby = status.parameterValue === 'on'
      })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      const connecting = this.connectToRole()
      if (!callback) return connecting
      connecting.then(() => callback(null as never), callback)
    }

    private async connectToRole(): Promise<pg.Client> {
      try {
        await super.connect()
        if (this.isStandby === (role === 'standby')) return this
        await this.end()
        throw new WrongRoleError(`this server is not a ${role}`)
      } catch (error) {
        // Another connection may have moved on already.
        if (current === this.hostIndex) current = (current + 1) % hosts.length
        throw error
      }
    }
  }

  /** Nothing has been sent yet, so it is safe to try again. What was sent and not answered is for the caller to judge. */
  const patiently = async <T>(connect: () => Promise<T>): Promise<T> => {
    const deadline = performance.now() + patienceMs
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await connect()
      } catch (error) {
        if (!isTransient(error) || isPoolExhausted(error)) throw error
        if (attempt >= hosts.length && performance.now() > deadline) throw error
      }
      if (attempt >= hosts.length) await pause(PAUSE_MS)
    }
  }

  class Pool extends pg.Pool {
    constructor(options: pg.PoolConfig = {}) {
      super({ ...options, Client } as pg.PoolConfig)
    }

    override connect(): Promise<pg.PoolClient>
    override connect(callback: ConnectCallback): void
    override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
      const connecting = patiently(() => super.connect())
      if (!callback) return connecting
      connecting.then(
        (client) => callback(undefined, client, (error) => client.release(error)),
        (error: Error) => callback(error, undefined, () => undefined),
      )
    }
  }

  return {
    Pool,
    open: (options) =>
      patiently(async () => {
        const client = new Client(options)
        client.on('error', () => undefined)
        return client.connect()
      }),
  }
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/** All connections are in use: another host would not help. */
const isPoolExhausted = (error: unknown) =>
  (error as Error).message.startsWith('timeout exceeded when trying to connect')
