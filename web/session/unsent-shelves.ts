import { readStored, storedKeys, writeStored } from './browser-storage.ts'
import { shelfKey } from './shelf-key.ts'

/** A change of where a book stands for a reader. */
export interface ShelfChange {
  isWanted?: boolean
  isFinished?: boolean
}

/** One that the server does not have yet, with the time at which it was made. */
export type UnsentShelf = ShelfChange & { at: string }

/** The last change of each shelf, in the order in which they were made. */
export const readUnsentShelves = (userId: string, bookId: string): UnsentShelf[] => {
  try {
    return JSON.parse(readStored('localStorage', shelfKey(userId, bookId)) ?? '[]')
  } catch {
    return []
  }
}

/** Stores a change until the server has it; an earlier one of the same shelf is no longer sent. */
export const addUnsentShelf = (userId: string, bookId: string, change: UnsentShelf) => {
  const isOther = (one: UnsentShelf) => 'isWanted' in one !== 'isWanted' in change
  write(userId, bookId, [...readUnsentShelves(userId, bookId).filter(isOther), change])
}

export const removeUnsentShelf = (userId: string, bookId: string, { at }: UnsentShelf) =>
  write(
    userId,
    bookId,
    readUnsentShelves(userId, bookId).filter((one) => one.at !== at),
  )

const write = (userId: string, bookId: string, changes: UnsentShelf[]) =>
  writeStored('localStorage', shelfKey(userId, bookId), changes.length > 0 ? JSON.stringify(changes) : null)

export const booksWithUnsentShelf = (userId: string): string[] => {
  const prefix = shelfKey(userId)
  return storedKeys('localStorage', prefix).map((key) => key.slice(prefix.length))
}
