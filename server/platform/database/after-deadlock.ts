import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, type KyselyConfig } from 'kysely'
import type { DatabaseLog } from './database-log.ts'

const TRIES = 3
/** The other one goes on meanwhile: at once, this one could take the same lock before it. */
const PAUSE_MS = 50

/** PostgreSQL has rolled it back, so that a transaction which waited for it can go on. */
const isDeadlock = (error: unknown) => (error as { code?: unknown } | null)?.code === '40P01'

/**
 * Runs a statement or a transaction, and again from its begin where PostgreSQL ended it for a deadlock: nothing of it is
 * written then. All transactions lock in one order (`lockAccounts`), but not all locks of triggers and foreign keys can.
 */
export const againAfterDeadlock = async <T>(what: string, log: DatabaseLog, run: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isDeadlock(error) || tries === TRIES) throw error
      log.warn({ tries }, `${what} is run again after a deadlock`)
      await pause(PAUSE_MS)
    }
  }
}

/** A database whose transactions run again after a deadlock. What one does besides its statements must bear that. */
export class DeadlockRetryingDatabase<Tables> extends Kysely<Tables> {
  readonly #log: DatabaseLog

  constructor(config: KyselyConfig, log: DatabaseLog) {
    super(config)
    this.#log = log
  }

  override transaction() {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) => againAfterDeadlock('a transaction', this.#log, () => execute(work))
    return builder
  }
}
