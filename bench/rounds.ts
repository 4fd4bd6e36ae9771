import { drive, type DriveResult, type Load, type Request, warmUp } from './drive.ts'
import type { Site } from './library.ts'
import { cpuOf } from './process-tree.ts'

export interface Pace {
  rounds: number
  seconds: number
}

export const CONNECTIONS = 16

export interface Rounds {
  ours: DriveResult[]
  reference: DriveResult[]
  /** Processor time of one request in all processes of the site, in milliseconds. */
  cpu: number
}

/** Alternates between the site and the reference, so that a noisy minute affects both. */
export const runRounds = async (
  site: Site,
  { rounds, seconds }: Pace,
  load: { requests: Request[]; reference?: { address: string; requests: Request[] }; connections?: number },
): Promise<Rounds> => {
  const { requests, reference, connections = CONNECTIONS } = load
  const ours: Load = { address: site.address, requests, connections, seconds }
  const theirs: Load | undefined = reference && { ...reference, connections, seconds }
  const result: Rounds = { ours: [], reference: [], cpu: 0 }
  const roots = await site.roots()
  for (const each of [ours, theirs]) if (each) await warmUp(each)
  let cpu = 0
  for (let round = 0; round < rounds; round += 1) {
    const before = await cpuOf(roots)
    result.ours.push(await drive(ours))
    cpu += (await cpuOf(roots)) - before
    if (theirs) result.reference.push(await drive(theirs))
  }
  const count = result.ours.reduce((sum, { count }) => sum + count, 0)
  return { ...result, cpu: (cpu * 1000) / count }
}

export const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
