/** Runs what it is given one after another; when `limit` already wait, it throws what `busy` makes instead. */
export const concurrencyLimit = (limit = Infinity, busy = () => new Error('busy')) => {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting > limit) throw busy()
    waiting += 1
    const mine = last.then(work).finally(() => (waiting -= 1))
    last = mine.catch(() => undefined)
    return mine
  }
}
