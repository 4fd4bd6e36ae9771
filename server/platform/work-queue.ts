import { Problem } from '#contract/api/problems.ts'
import { withinDatabaseTime } from './request-context.ts'

/** How long work may have to wait: the shorter, the earlier it is refused. Health and cached responses never wait. */
const MAX_WAIT_MS = { upload: 100, write: 250, read: 500 }
export const RETRY_SECONDS = 2
/** The weight of the latest sample in the moving average of the time between two ends. */
const SAMPLE_WEIGHT = 0.02
const FIRST_GAP_MS = 0.5

export type WorkKind = keyof typeof MAX_WAIT_MS

export interface WorkQueue {
  /** How much work waits for its turn. */
  waiting: () => number
  /** Whether work of this kind is refused now. */
  isFull: (kind: WorkKind) => boolean
  /** Throws 503 if the queue is full. */
  assertRoom: (kind: WorkKind) => void
  /** Counts as waiting what will queue its work when it has ended. */
  before: <T>(preparation: Promise<T>) => Promise<T>
  /** Runs work at its turn. */
  run: <T>(work: () => Promise<T>) => Promise<T>
}

/**
 * A queue of work in the order of its arrival, some of it at the same time. It is full when the wait at its end would be
 * too long, by the rate at which work has been ending; never with fewer than `minQueue` waiting.
 */
export const createWorkQueue = ({ concurrency, minQueue }: { concurrency: number; minQueue: number }): WorkQueue => {
  let running = 0
  const turns = new Set<() => void>()
  let preparing = 0
  let gapMs = FIRST_GAP_MS
  /** When work last ended while more was waiting. */
  let endedAt: number | undefined

  const noteEnd = () => {
    const now = performance.now()
    if (endedAt !== undefined) gapMs += (now - endedAt - gapMs) * SAMPLE_WEIGHT
    endedAt = turns.size > 0 ? now : undefined
  }
  const waiting = () => turns.size + preparing
  const isFull = (kind: WorkKind) => waiting() >= minQueue && waiting() * gapMs > MAX_WAIT_MS[kind]

  /** Passes the turn on to the first that waits. */
  const endTurn = () => {
    const [next] = turns
    if (!next) return void (running -= 1)
    turns.delete(next)
    next()
  }
  const takeTurn = async () => {
    if (running < concurrency) return void (running += 1)
    const { promise, resolve } = Promise.withResolvers<void>()
    turns.add(resolve)
    try {
      // The work waits for the database, and so does everything queued behind it.
      await withinDatabaseTime(() => promise)
    } catch (error) {
      // It may have got its turn while it gave up.
      if (!turns.delete(resolve)) endTurn()
      throw error
    }
  }

  return {
    waiting,
    isFull,
    assertRoom: (kind) => {
      if (isFull(kind)) throw new Problem('overloaded', { retryAfter: RETRY_SECONDS })
    },
    before: (preparation) => {
      preparing += 1
      return preparation.finally(() => (preparing -= 1))
    },
    run: async (work) => {
      await takeTurn()
      try {
        return await work()
      } finally {
        noteEnd()
        endTurn()
      }
    },
  }
}
