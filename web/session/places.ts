import { readStored, storedKeys, writeStored } from './stored.ts'

/** Where this browser stands in a book, kept before anything is sent. */
export interface KeptPlace {
  page: number
  /** Rises with each change. */
  step: number
  /** The version of the book's position that its reader has seen. */
  seen: number
  isUnsent: boolean
}

const PREFIX = 'place:'
const keyOf = (userId: string, bookId: string) => `${PREFIX}${userId}:${bookId}`

export const readPlace = (userId: string, bookId: string): KeptPlace | undefined => parsed(keyOf(userId, bookId))

export const writePlace = (userId: string, bookId: string, place: KeptPlace | undefined) =>
  writeStored('localStorage', keyOf(userId, bookId), place ? JSON.stringify(place) : null)

/** Whether anything was read in this browser. */
export const hasPlaces = (): boolean => storedKeys('localStorage', PREFIX).length > 0

/** The books whose place has not been sent yet. */
export const unsentBooks = (userId: string): string[] => {
  const prefix = keyOf(userId, '')
  return storedKeys('localStorage', prefix)
    .filter((key) => parsed(key)?.isUnsent)
    .map((key) => key.slice(prefix.length))
}

/** At logout: what the server knows is not left behind in this browser. */
export const forgetSentPlaces = () => {
  for (const key of storedKeys('localStorage', PREFIX)) {
    if (!parsed(key)?.isUnsent) writeStored('localStorage', key, null)
  }
}

const parsed = (key: string): KeptPlace | undefined => {
  try {
    return JSON.parse(readStored('localStorage', key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
