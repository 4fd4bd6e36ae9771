import { readStored, storedKeys, writeStored } from './browser-storage.ts'

/** Where this browser stands in a book, kept before anything is sent. */
export interface StoredPosition {
  page: number
  /** Rises with each change. */
  step: number
  /** The version of the book's position that its reader has seen. */
  seen: number
  isUnsent: boolean
}

const PREFIX = 'place:'
const keyOf = (userId: string, bookId: string) => `${PREFIX}${userId}:${bookId}`

export const readStoredPosition = (userId: string, bookId: string): StoredPosition | undefined =>
  parsed(keyOf(userId, bookId))

export const writeStoredPosition = (userId: string, bookId: string, place: StoredPosition | undefined) =>
  writeStored('localStorage', keyOf(userId, bookId), place ? JSON.stringify(place) : null)

/** Whether anything was read in this browser. */
export const hasStoredPositions = (): boolean => storedKeys('localStorage', PREFIX).length > 0

/** The books whose place has not been sent yet. */
export const booksWithUnsentPosition = (userId: string): string[] => {
  const prefix = keyOf(userId, '')
  return storedKeys('localStorage', prefix)
    .filter((key) => parsed(key)?.isUnsent)
    .map((key) => key.slice(prefix.length))
}

/** At logout: what the server knows is not left behind in this browser. */
export const removeSentPositions = () => {
  for (const key of storedKeys('localStorage', PREFIX)) {
    if (!parsed(key)?.isUnsent) writeStored('localStorage', key, null)
  }
}

const parsed = (key: string): StoredPosition | undefined => {
  try {
    return JSON.parse(readStored('localStorage', key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
