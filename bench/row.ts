import { createApi } from '#contract/api/client.ts'
import type { Site } from './library.ts'
import type { Pace } from './rounds.ts'

/** The figures of all rounds, and the reference's if there is one. */
export interface Measurement {
  ours: number[]
  reference?: number[]
  unit: string
  cpu?: number
  note?: string
}

export interface Row {
  name: string
  what: string
  /** The minimum ratio to the reference, or the maximum in the unit. */
  goal: { atLeast: number } | { atMost: number }
  /** What it is compared with; absent if the figure is absolute. */
  reference?: string
  measure: (site: Site, pace: Pace & { isQuick: boolean; pages: number }) => Promise<Measurement>
}

export const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token ?? ''}` })

export const apiOf = ({ address }: Site, token?: string) =>
  createApi(
    (path, init) => fetch(address + path, init),
    () => token ?? null,
  )
