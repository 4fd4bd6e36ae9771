import { setTimeout as pause } from 'node:timers/promises'
import type { InspectFile } from '#server/formats/formats.ts'
import type { Services } from '#server/platform/services.ts'
import { settleAll } from '#server/platform/settle-all.ts'
import { importBook, type ImportPlan, type Outcome } from './import-book.ts'
import type { SourceBook } from './import-source.ts'

/** So many books in a row that fail for no fault of theirs end the import: the database or the disk is not there. */
const FAILURES = 5
/** A book that fails so is tried once more after this time: its statement may have waited too long on a busy machine. */
const PAUSE_MS = 2000
/** What others see of it is at most so old. */
const SHOW_EVERY_MS = 5000

interface Run {
  books: readonly SourceBook[]
  /** How many are worked on at the same time. */
  atOnce: number
  onOutcome: (outcome: Outcome) => void | Promise<void>
  isStopped: () => boolean
}

/** Imports books, each by itself, until all are done or it is stopped, which lets those in hand end. */
export const importBooks = async (
  services: Services,
  inspect: InspectFile,
  plan: ImportPlan,
  { books, atOnce, onOutcome, isStopped }: Run,
): Promise<void> => {
  const rest = books.values()
  let failures = 0
  let shownAt = performance.now()
  const work = async () => {
    for (const book of rest) {
      const take = () => importBook(services, inspect, plan, book)
      const takeAgain = () => pause(PAUSE_MS).then(take)
      const outcome = await take()
        .catch(takeAgain)
        .catch((error: unknown): Outcome => {
          failures += 1
          if (failures === FAILURES) throw error
          const message = error instanceof Error ? error.message : String(error)
          return { name: book.name, result: 'refused', reason: `This failed and may be tried again: ${message}` }
        })
      if (outcome.result !== 'refused') failures = 0
      await onOutcome(outcome)
      if (outcome.result === 'imported' && performance.now() > shownAt + SHOW_EVERY_MS) {
        shownAt = performance.now()
        services.invalidate(['lists'])
      }
      if (isStopped() || failures >= FAILURES) return
    }
  }
  try {
    // Those in hand end before the database and the processes are closed.
    await settleAll(Array.from({ length: atOnce }, work))
  } finally {
    services.invalidate(['lists'])
  }
}
