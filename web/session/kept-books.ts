import type { BookDetail } from '#contract/books.ts'
import { createListeners, readStored, storedKeys, writeStored } from './browser-storage.ts'

/** A book whose file is stored on this device. The entry is written once the file is complete. */
export interface KeptBook {
  book: BookDetail
  /** The path of the file on the server. It differs for each file of a book. */
  file: string
  bytes: number
}

const PREFIX = 'kept:'
const keyOf = (userId: string, bookId: string) => `${PREFIX}${userId}:${bookId}`

const { subscribe, notify } = createListeners()

/** Calls a listener when a book is kept or removed, in this tab or in another. */
export const onKeptBooksChange = subscribe

export const readKeptBook = (userId: string, bookId: string): KeptBook | undefined => {
  try {
    return JSON.parse(readStored('localStorage', keyOf(userId, bookId)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export const writeKeptBook = (userId: string, bookId: string, kept: KeptBook | undefined) => {
  writeStored('localStorage', keyOf(userId, bookId), kept ? JSON.stringify(kept) : null)
  notify()
}

/** The path of a file on the server, without the signature of the link. */
export const fileOf = (pdfUrl: string) => new URL(pdfUrl, window.location.href).pathname

/** The ids of a user's kept books. */
export const keptBookIds = (userId: string): string[] => {
  const prefix = keyOf(userId, '')
  return storedKeys('localStorage', prefix).map((key) => key.slice(prefix.length))
}

export const removeKeptEntries = () => {
  for (const key of storedKeys('localStorage', PREFIX)) writeStored('localStorage', key, null)
  notify()
}
