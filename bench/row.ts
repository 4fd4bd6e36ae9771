import { createApi } from '#contract/client.ts'
import type { Site } from './library.ts'
import type { Pace } from './rounds.ts'

/** What a row found: figures of several rounds, and the reference's where there is one. */
export interface Found {
  ours: number[]
  reference?: number[]
  unit: string
  cpu?: number
  note?: string
}

export interface Row {
  name: string
  what: string
  /** The least ratio to the reference, or the most of the unit. */
  goal: { atLeast: number } | { atMost: number }
  /** Against what it is measured; absent where the figure stands for itself. */
  reference?: string
  measure: (site: Site, pace: Pace & { isQuick: boolean }) => Promise<Found>
}

export const bearer = (token: string | undefined) => ({ authorization: `Bearer ${token ?? ''}` })

export const apiOf = ({ address }: Site, token?: string) =>
  createApi(
    (path, init) => fetch(address + path, init),
    () => token ?? null,
  )
