import { promisify } from 'node:util'

/** Asks for what `key` names. Of several who wait for the same one, only the first `read` is called. */
export type SingleFlight = <T>(key: string, read: () => Promise<T>) => Promise<T>

/**
 * Reads that are asked for by many at once, as group commit is for writes: while one of a key is under way, all who ask
 * for the same wait and share the next one, which begins when it has ended. So no answer is older than its asking: it
 * comes from a read that began afterwards, and a write that was over before the asking is always seen. A failure reaches
 * all who shared that read, and nobody else. What is read is given to all of them as it is: nobody may change it. A key
 * names everything that the answer depends on; within a transaction nothing is shared.
 */
export const createSingleFlight = (): SingleFlight => {
  const flights = new Map<string, Flight<unknown>>()
  return <T>(key: string, read: () => Promise<T>) => {
    const flight = flights.get(key) ?? createFlight<unknown>(() => flights.delete(key))
    flights.set(key, flight)
    return flight.next(read) as Promise<T>
  }
}

/**
 * Looks up one of many things by its key, in as few statements as `readAll` takes: those who ask while it is under way
 * are asked for together when it has ended. The promise is that of `createSingleFlight`.
 */
export const createBatchLoader = <T>(
  readAll: (keys: string[]) => Promise<Map<string, T>>,
): ((key: string) => Promise<T | undefined>) => {
  const flight = createFlight<Map<string, T>>(() => {})
  let asked = new Set<string>()
  return async (key) => {
    asked.add(key)
    const found = await flight.next(async () => {
      const keys = [...asked]
      asked = new Set()
      return readAll(keys)
    })
    return found.get(key)
  }
}

interface Flight<T> {
  next: (read: () => Promise<T>) => Promise<T>
}

const nextTick = promisify(setImmediate)

/**
 * One read under way and one to come; whoever asks gets one that has not begun. None begins before all that has arrived
 * by now has been looked at: those who ask at the same moment share their first one already.
 */
const createFlight = <T>(isEmpty: () => void): Flight<T> => {
  let current: Promise<T> | undefined
  let coming: Promise<T> | undefined

  const begin = async (read: () => Promise<T>) => {
    await current?.catch(() => {})
    await nextTick()
    coming = undefined
    const mine = (async () => read())()
    current = mine
    try {
      return await mine
    } finally {
      if (current === mine && !coming) {
        current = undefined
        isEmpty()
      }
    }
  }
  return {
    next: (read) => {
      coming ??= begin(read)
      return coming
    },
  }
}
