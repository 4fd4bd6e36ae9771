import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const LOAD_GENERATOR = join(import.meta.dirname, 'load-generator.ts')
const WARM_UP_SECONDS = 2
const WARM_UPS = 10

export interface Request {
  method?: string
  /** '{run}' in it is another word in each run. */
  path: string
  headers?: Record<string, string>
  body?: string
}

/** What is asked, by turns, over so many connections for so many seconds. */
export interface Asking {
  address: string
  connections: number
  seconds: number
  requests: Request[]
}

/** Requests and bytes a second; milliseconds until the last byte; what was no 2xx or 304. */
export interface Driven {
  rate: number
  count: number
  bytesPerSecond: number
  p50: number
  p99: number
  refused: Record<string, number>
}

/** Asks from a process of its own. A fast refusal is no speed: one that is refused ends the run. */
export const drive = async (asking: Asking): Promise<Driven> => {
  const driven = await generate(asking)
  const path = asking.requests[0]?.path
  if (isRefused(driven)) throw new Error(`${path} was refused: ${JSON.stringify(driven.refused)}`)
  return driven
}

/** Asks until nothing is refused: of a large library that was left alone, much has to come from the disk first. */
export const warmUp = async (asking: Asking, triesLeft = WARM_UPS): Promise<void> => {
  const driven = await generate({ ...asking, seconds: WARM_UP_SECONDS })
  if (isRefused(driven) && triesLeft > 1) await warmUp(asking, triesLeft - 1)
}

const generate = async (asking: Asking): Promise<Driven> => {
  const running = promisify(execFile)(process.execPath, [LOAD_GENERATOR])
  running.child.stdin?.end(JSON.stringify(asking))
  const { stdout } = await running
  return JSON.parse(stdout) as Driven
}

const isRefused = ({ refused }: Driven) => Object.keys(refused).length > 0
