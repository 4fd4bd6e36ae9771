import { setFlagsFromString, getHeapStatistics } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_MS = 20_000
/** A process that does less than this is at rest. */
const BUSY_PART = 0.05
/** So much more than after the last time is worth the tenth of a second that it takes. */
const WORTH_BYTES = 32 * 1024 * 1024

/**
 * Gives memory back once the load is over. V8 lets its youngest generation alone grow to 128 MB under load and keeps
 * all of it for the next one, however long there is none.
 */
export const giveBackMemory = () => {
  let atRest = 0
  let before = process.cpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    before = process.cpuUsage()
    if ((user + system) / 1000 > LOOK_MS * BUSY_PART || heap() < atRest + WORTH_BYTES) return
    collectAll()
    atRest = heap()
  }, LOOK_MS).unref()
  return { stop: () => clearInterval(timer) }
}

const heap = () => getHeapStatistics().total_heap_size

/** Collects what nobody uses and returns the room to the system. */
export const collectAll = () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: { type: 'major'; flavor: 'last-resort' }) => void
  collect({ type: 'major', flavor: 'last-resort' })
}
