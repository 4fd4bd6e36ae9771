import { SHELVED } from '#web/messages/shelves.ts'
import type { ShelfChange } from '#web/session/unsent-shelves.ts'

/** What a reader is told of a change: what it did, or that it waits for the network. */
export const saidOfChange = ({ isWanted, isFinished }: ShelfChange, isStored: boolean): string => {
  if (!isStored) return SHELVED.later
  if (isFinished !== undefined) return isFinished ? SHELVED.done.finished : SHELVED.done.notFinished
  return isWanted ? SHELVED.done.wanted : SHELVED.done.notWanted
}
