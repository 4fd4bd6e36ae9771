import type pg from 'pg'
import { LOG_POSITION } from './cache-invalidation.ts'
import { createSingleFlight } from './single-flight.ts'

/** In milliseconds. The floor is at least as old, and at most three times: younger than the two seconds for which clients bypass caches after a write. */
const TURN_MS = 500

interface FetchedPositions {
  /** What the invalidations that this process knows of need. */
  told: number
  /** Where the primary was when it was asked. */
  now: number
  asked: number
}

/**
 * How far a replica must have replayed the write-ahead log before answers are read from it: up to every invalidation that
 * this process knows of, up to its own writes, and up to the floor, where the primary was a second ago.
 */
export const createNeededPosition = (pool: pg.Pool) => {
  const flight = createSingleFlight()
  let needed = 0
  let writes = 0
  let coveredWrites = 0
  let floor = 0
  let nextFloor = { position: Infinity, asked: -Infinity }

  const coverWrites = async () => {
    const upTo = writes
    const { rows } = await pool.query<{ now: number }>(`select ${LOG_POSITION} as now`)
    needed = Math.max(needed, rows[0]?.now ?? Infinity)
    coveredWrites = upTo
  }

  return {
    /** This process has written, and committed it. */
    noteWrite: (): void => {
      writes += 1
    },
    raise: ({ told, now, asked }: FetchedPositions): void => {
      needed = Math.max(needed, told)
      const age = asked - nextFloor.asked
      if (age < TURN_MS) return
      floor = age > 2 * TURN_MS ? now : nextFloor.position
      nextFloor = { position: now, asked }
    },
    read: async (): Promise<number> => {
      if (coveredWrites < writes) await flight('position', coverWrites)
      return Math.max(needed, floor)
    },
  }
}

export type NeededPosition = ReturnType<typeof createNeededPosition>
