import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/platform/services.ts'

const POSTPONED = sql<Date>`now() + interval '1 hour'`
const AT_ONCE = new Date(0)

/** Work that a job finds in the database piece by piece, such as the books whose pages are not read yet. */
export interface Work<Piece> {
  /** What the log says that has failed, such as 'the reading of pages'. */
  name: string
  /** The next piece, claimed for longer than the work on it takes: the process may be killed. Undefined if there is none. */
  claim: () => Promise<Piece | undefined>
  /** Throws if it fails, or is interrupted because the process stops. */
  work: (piece: Piece) => Promise<unknown>
  /** Leaves a piece unclaimed, but not before this time. Without it, a piece that fails keeps its claim. */
  postpone?: (piece: Piece, until: Date | RawBuilder<Date>) => unknown
  /** Why an error would come again whenever the piece is tried, if it would, and what then takes the piece from the work. */
  lasting?: { reasonOf: (error: unknown) => string | undefined; giveUp: (piece: Piece) => Promise<unknown> }
  /** The fields of the log that name a piece. */
  about: (piece: Piece) => object
  /** For each second of work on a piece the machine has these for others; none by default. */
  rest?: number
}

/**
 * Works on one piece after another until none is left or the process stops. A piece that fails for good is given up, any
 * other one that fails is postponed, and one that is interrupted by the stop is left to the next process.
 */
export const workThrough = async <Piece>(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  stopping: AbortSignal,
  { name, claim, work, postpone, lasting, about, rest = 0 }: Work<Piece>,
): Promise<void> => {
  const fail = async (piece: Piece, error: unknown) => {
    if (stopping.aborted) return void (await postpone?.(piece, AT_ONCE))
    // Throws if the storage is away or full: then it is not this piece that fails, and no file of it is missing.
    await storage.check()
    const reason = lasting?.reasonOf(error)
    log.warn({ ...about(piece), reason, err: error }, `${name} failed`)
    if (lasting && reason !== undefined) await lasting.giveUp(piece)
    else await postpone?.(piece, POSTPONED)
  }
  while (!stopping.aborted) {
    const piece = await claim()
    if (piece === undefined) return
    const startedAt = performance.now()
    await work(piece).catch((error: unknown) => fail(piece, error))
    if (rest > 0) await restAfter(startedAt, rest, stopping).catch(() => {})
  }
}

/** Leaves the machine to others for so many times as long as the work since then took. Throws when the process stops. */
export const restAfter = (startedAt: number, times: number, stopping: AbortSignal): Promise<void> =>
  pause(times * (performance.now() - startedAt), undefined, { signal: stopping })
