import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds of work between two pauses. Shorter slices begin more often, and each beginning slows other processes. */
const SLICE_MS = 100
/** A database may end a transaction that waits for longer. */
const LONGEST_PAUSE_MS = 5000

interface Clock {
  now: () => number
  pause: (ms: number) => Promise<unknown>
}

/** To be called often by a long computation, which waits for it. */
export type Throttle = () => Promise<void> | void

/** For a computation that nobody has to share a machine with. */
export const UNTHROTTLED: Throttle = () => undefined

/**
 * A function that a long computation calls often: it resolves after a pause that leaves the computation this share of the
 * time, from 0 to 1.
 */
export const createThrottle = (
  share: number,
  { now, pause }: Clock = { now: () => performance.now(), pause: sleep },
): Throttle => {
  let startedAt = now()
  const rest = async (worked: number) => {
    await pause(Math.min(worked * (1 / share - 1), LONGEST_PAUSE_MS))
    startedAt = now()
  }
  return () => {
    const worked = now() - startedAt
    if (worked >= SLICE_MS) return rest(worked)
  }
}
