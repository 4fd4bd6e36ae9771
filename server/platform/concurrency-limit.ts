import pLimit from 'p-limit'

/**
 * Runs at most `concurrency` tasks at the same time and queues the rest in order. When the queue is full, a new task
 * is rejected with `onFull()`.
 */
export const createConcurrencyLimit = ({
  concurrency,
  maxQueue = Infinity,
  onFull = () => new Error('queue full'),
}: {
  concurrency: number
  maxQueue?: number
  onFull?: () => Error
}) => {
  const limit = pLimit(concurrency)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount >= concurrency && limit.pendingCount >= maxQueue) throw onFull()
    return limit(work)
  }
}

/** Works on every item, on at most `concurrency` at the same time. Rejects with the first failure. */
export const forEachAtOnce = async <T>(
  concurrency: number,
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> => {
  const remaining = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const workOn = async () => {
    for (let next = await remaining.next(); !next.done; next = await remaining.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: concurrency }, workOn))
}
