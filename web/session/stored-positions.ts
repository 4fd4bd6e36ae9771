import type { Place } from '#contract/shapes/place.ts'
import { readStored, storedKeys, writeStored } from './browser-storage.ts'

/** A place that was shown, and when. */
export interface StoredTurn {
  step: number
  page: number
  /** In milliseconds, by this device's clock. */
  at: number
}

/** This browser's reading position in a book, stored before it is sent to the server. */
export interface StoredPosition extends Place {
  /** Increases with each change. */
  step: number
  /** The version of the book's position that the reader has seen. */
  seen: number
  isUnsent: boolean
  /** The version of the file that the page is of. */
  fileVersion?: number
  /** What was shown here and has not been sent, for the reader's history. */
  turns?: StoredTurn[]
}

const PREFIX = 'place:'
const keyOf = (userId: string, bookId: string) => `${PREFIX}${userId}:${bookId}`

export const readStoredPosition = (userId: string, bookId: string): StoredPosition | undefined =>
  parsePosition(keyOf(userId, bookId))

export const writeStoredPosition = (userId: string, bookId: string, position: StoredPosition | undefined) =>
  writeStored('localStorage', keyOf(userId, bookId), position ? JSON.stringify(position) : null)

/** Whether any book was read in this browser. */
export const hasStoredPositions = (): boolean => storedKeys('localStorage', PREFIX).length > 0

/** The ids of the books whose position has not been sent yet. */
export const booksWithUnsentPosition = (userId: string): string[] => {
  const prefix = keyOf(userId, '')
  return storedKeys('localStorage', prefix)
    .filter((key) => parsePosition(key)?.isUnsent)
    .map((key) => key.slice(prefix.length))
}

/** At logout: removes the positions that the server already has. */
export const removeSentPositions = () => {
  for (const key of storedKeys('localStorage', PREFIX)) {
    if (!parsePosition(key)?.isUnsent) writeStored('localStorage', key, null)
  }
}

const parsePosition = (key: string): StoredPosition | undefined => {
  try {
    return JSON.parse(readStored('localStorage', key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
