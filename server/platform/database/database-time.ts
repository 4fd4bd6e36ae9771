import { AsyncLocalStorage } from 'node:async_hooks'

/** In milliseconds: how long a request may wait for the database in all, so that it is answered within three seconds; longer than a wait for a lock. */
const MAX_MS = 2_250

/** Its code marks it as a fault of the database, not of the request. */
class DatabaseTimeoutError extends Error {
  override name = 'DatabaseTimeoutError'
  readonly code = 'ETIMEDOUT'
}

/** The time that one request has spent waiting for the database. Waits that overlap count once. */
class DatabaseTime {
  private spentMs = 0
  private waiting = 0
  private since = 0

  async limit<T>(work: () => Promise<T>): Promise<T> {
    const now = performance.now()
    if (this.waiting === 0) this.since = now
    const leftMs = MAX_MS - this.spentMs - (now - this.since)
    if (leftMs <= 0) throw new DatabaseTimeoutError('the database took too long')
    this.waiting += 1
    const timeout = Promise.withResolvers<never>()
    const timer = setTimeout(() => timeout.reject(new DatabaseTimeoutError('the database took too long')), leftMs)
    try {
      return await Promise.race([work(), timeout.promise])
    } finally {
      clearTimeout(timer)
      this.waiting -= 1
      if (this.waiting === 0) this.spentMs += performance.now() - this.since
    }
  }
}

const current = new AsyncLocalStorage<DatabaseTime>()
const byRequest = new WeakMap<object, DatabaseTime>()

/**
 * Runs a part of a request's work: its parts share one time. A request that the server makes itself, to render a page,
 * shares the time of its cause.
 */
export const withDatabaseTime = <T>(request: object, work: () => T): T => {
  const time = byRequest.get(request) ?? current.getStore() ?? new DatabaseTime()
  byRequest.set(request, time)
  return current.run(time, work)
}

/** Waits for the database within the time of the current request; outside of requests, without a limit. */
export const withinDatabaseTime = <T>(work: () => Promise<T>): Promise<T> => current.getStore()?.limit(work) ?? work()
