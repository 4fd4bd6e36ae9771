import { type Asking, drive, type Driven, type Request, warmUp } from './drive.ts'
import type { Site } from './library.ts'
import { cpuOf } from './process-tree.ts'

export interface Pace {
  rounds: number
  seconds: number
}

export const CONNECTIONS = 16

export interface Rounds {
  ours: Driven[]
  reference: Driven[]
  /** Milliseconds of processor time that one request takes from all processes of ours. */
  cpu: number
}

/** Ours and the reference one after the other, round by round, so that a noisy minute falls on both. */
export const inTurn = async (
  site: Site,
  { rounds, seconds }: Pace,
  ask: { requests: Request[]; reference?: { address: string; requests: Request[] }; connections?: number },
): Promise<Rounds> => {
  const { requests, reference, connections = CONNECTIONS } = ask
  const ours: Asking = { address: site.address, requests, connections, seconds }
  const theirs: Asking | undefined = reference && { ...reference, connections, seconds }
  const result: Rounds = { ours: [], reference: [], cpu: 0 }
  const roots = await site.roots()
  for (const asking of [ours, theirs]) if (asking) await warmUp(asking)
  let cpu = 0
  for (let round = 0; round < rounds; round += 1) {
    const before = await cpuOf(roots)
    result.ours.push(await drive(ours))
    cpu += (await cpuOf(roots)) - before
    if (theirs) result.reference.push(await drive(theirs))
  }
  const count = result.ours.reduce((sum, driven) => sum + driven.count, 0)
  return { ...result, cpu: (cpu * 1000) / count }
}

export const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
