/** In milliseconds: how long a request may wait for the database in all, so that it is answered within three seconds; longer than a wait for a lock. */
const MAX_MS = 2_250

/** Its code marks it as a fault of the database, not of the request. */
class DatabaseTimeoutError extends Error {
  override name = 'DatabaseTimeoutError'
  readonly code = 'ETIMEDOUT'
}

interface Wait {
  /** By the clock of `performance.now`. */
  until: number
  fail: (error: Error) => void
}

/** All waits of all requests. One timer ends those that take too long: a timer of its own for each would cost more than most statements. */
const waits = new Set<Wait>()
const CHECK_MS = 50
const ignore = () => {}
let checking: NodeJS.Timeout | undefined

const endOverdue = () => {
  const now = performance.now()
  for (const wait of waits) if (wait.until <= now) wait.fail(new DatabaseTimeoutError('the database took too long'))
  if (waits.size > 0) return
  clearInterval(checking)
  checking = undefined
}

/** The time that one request has spent waiting for the database. Waits that overlap count once. */
export class DatabaseTime {
  private spentMs = 0
  private waiting = 0
  private since = 0

  limit<T>(work: () => Promise<T>): Promise<T> {
    const now = performance.now()
    if (this.waiting === 0) this.since = now
    const until = this.since + MAX_MS - this.spentMs
    if (until <= now) return Promise.reject(new DatabaseTimeoutError('the database took too long'))
    this.waiting += 1
    return new Promise<T>((resolve, reject) => {
      const wait: Wait = { until, fail: (error) => end(() => reject(error)) }
      const end = (settle: () => void) => {
        if (!waits.delete(wait)) return
        // An ended wait can stay reachable until a full garbage collection; it must not keep its result alive.
        wait.fail = ignore
        this.waiting -= 1
        if (this.waiting === 0) this.spentMs += performance.now() - this.since
        settle()
      }
      waits.add(wait)
      checking ??= setInterval(endOverdue, CHECK_MS).unref()
      work().then(
        (result) => end(() => resolve(result)),
        (error: unknown) => end(() => reject(error)),
      )
    })
  }
}
