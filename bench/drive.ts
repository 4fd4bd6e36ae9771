import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const AUTOCANNON = join(import.meta.dirname, '../node_modules/autocannon/autocannon.js')
const CONNECTIONS = 16

/** Asks an address as often as 16 connections can for so many seconds, from a process of its own; requests a second. */
export const drive = async (address: string, seconds: number) => {
  const args = [AUTOCANNON, '--json', '--connections', String(CONNECTIONS), '--duration', String(seconds), address]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 })
  const { requests, non2xx, errors, timeouts } = JSON.parse(stdout) as {
    requests: { average: number }
    non2xx: number
    errors: number
    timeouts: number
  }
  if (non2xx + errors + timeouts > 0)
    throw new Error(`${address}: ${non2xx} not 2xx, ${errors} errors, ${timeouts} timeouts`)
  return requests.average
}
