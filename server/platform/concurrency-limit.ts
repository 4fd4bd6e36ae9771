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
