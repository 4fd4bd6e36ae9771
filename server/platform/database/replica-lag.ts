import { sql } from 'kysely'
import { LOG_POSITION } from './cache-invalidation.ts'
import type { Database } from './connect.ts'
import type { Replica } from './replica.ts'

/**
 * How many seconds ago the last change that a replica has was committed; zero if it has all of them, however old the last
 * one is. Not a number while one of them does not answer.
 */
export const readReplicaLag = async (db: Database, replica: Replica): Promise<number> => {
  try {
    const { rows } = await sql<{ position: number }>`select ${sql.raw(LOG_POSITION)} as position`.execute(db)
    const { position, age } = await replica.replayed()
    return position >= (rows[0]?.position ?? Infinity) ? 0 : Math.max(0, age)
  } catch {
    return NaN
  }
}
