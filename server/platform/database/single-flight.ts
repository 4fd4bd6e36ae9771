import { promisify } from 'node:util'
import { withinDatabaseTime } from '#server/platform/request-context.ts'

/** Runs `read` for a key. Of several callers that wait for the same key, only the first one's `read` runs. */
export type SingleFlight = <T>(key: string, read: () => Promise<T>) => Promise<T>

/**
 * Coalesces reads of the same key: while one is running, all further callers wait and share the next one, which begins
 * when it has ended. So no result is older than its request: it comes from a read that began afterwards, and a write
 * that had ended before the request is always seen. A failure reaches all callers that shared the read, and no others.
 * All get the same object, so nobody may change it. A key names everything that the result depends on; reads inside a
 * transaction are never shared.
 */
export const createSingleFlight = (limit: LimitWait = withinDatabaseTime): SingleFlight => {
  const flights = new Map<string, Flight<unknown>>()
  return <T>(key: string, read: () => Promise<T>) => {
    const flight = flights.get(key) ?? createFlight<unknown>(() => flights.delete(key))
    flights.set(key, flight)
    return limit(() => flight.next(read) as Promise<T>)
  }
}

/** Bounds how long one caller waits for a shared result. */
type LimitWait = <T>(wait: () => Promise<T>) => Promise<T>

/** For results that take more than the database. */
export const WITHOUT_LIMIT: LimitWait = (wait) => wait()

/**
 * Loads one of many values by its key in as few statements as `readAll` needs: keys requested while a batch is running
 * are loaded together in the next. Guarantees what `createSingleFlight` does.
 */
export const createBatchLoader = <T>(
  readAll: (keys: string[]) => Promise<Map<string, T>>,
): ((key: string) => Promise<T | undefined>) => {
  const flight = createFlight<Map<string, T>>(() => {})
  let requested = new Set<string>()
  return async (key) => {
    requested.add(key)
    const found = await withinDatabaseTime(() =>
      flight.next(async () => {
        const keys = [...requested]
        requested = new Set()
        return readAll(keys)
      }),
    )
    return found.get(key)
  }
}

interface Flight<T> {
  next: (read: () => Promise<T>) => Promise<T>
}

const nextTick = promisify(setImmediate)

/**
 * One read running and one waiting: a caller gets one that has not begun. A read begins in the next turn of the event
 * loop, so that callers of the same turn share their first one already.
 */
const createFlight = <T>(onIdle: () => void): Flight<T> => {
  let running: Promise<T> | undefined
  let waiting: Promise<T> | undefined

  const begin = async (read: () => Promise<T>) => {
    const ended = running?.catch(() => {})
    try {
      if (ended) await withinDatabaseTime(() => ended)
      await nextTick()
    } finally {
      waiting = undefined
    }
    const own = (async () => read())()
    running = own
    try {
      return await own
    } finally {
      if (running === own && !waiting) {
        running = undefined
        onIdle()
      }
    }
  }
  return {
    next: (read) => {
      waiting ??= begin(read)
      return waiting
    },
  }
}
