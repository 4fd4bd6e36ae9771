import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const LOAD_GENERATOR = join(import.meta.dirname, 'load-generator.ts')
const WARM_UP_SECONDS = 2
const WARM_UPS = 10

export interface Request {
  method?: string
  path: string
  headers?: Record<string, string>
  /** `{count}` in it is replaced by a number that rises with each request, in later runs too. */
  body?: string
  /** What its latency is counted under. */
  kind?: string
}

/** Requests that are sent in turn over some connections for some seconds. */
export interface Load {
  address: string
  connections: number
  seconds: number
  /** Requests or visits a second in all; absent for as many requests as are answered. */
  perSecond?: number
  requests: Request[]
  /** Places of requests, sent one after another over a connection of the visit, in turn. */
  visits?: number[][]
}

interface Latencies {
  count: number
  p50: number
  p99: number
}

/** Rates are per second, latencies until the last byte in milliseconds; `failed` counts what is not 2xx or 304. */
export interface DriveResult extends Latencies {
  rate: number
  bytesPerSecond: number
  kinds: Record<string, Latencies>
  failed: Record<string, number>
}

/** Sends the load from a process of its own. A failed request ends the run: a fast error is not speed. */
export const drive = async (load: Load): Promise<DriveResult> => {
  const result = await generate(load)
  const path = load.requests[0]?.path
  if (hasFailures(result)) throw new Error(`${path} failed: ${JSON.stringify(result.failed)}`)
  return result
}

/** Repeats until no request fails: a large library has to be read from the disk first. */
export const warmUp = async (load: Load, triesLeft = WARM_UPS): Promise<void> => {
  const result = await generate({ ...load, seconds: WARM_UP_SECONDS })
  if (hasFailures(result) && triesLeft > 1) await warmUp(load, triesLeft - 1)
}

/** Sends the load and returns the failures with the rest. */
export const generate = async (load: Load): Promise<DriveResult> => {
  const running = promisify(execFile)(process.execPath, [LOAD_GENERATOR])
  running.child.stdin?.end(JSON.stringify(load))
  const { stdout } = await running
  return JSON.parse(stdout) as DriveResult
}

const hasFailures = ({ failed }: DriveResult) => Object.keys(failed).length > 0
