import type { BookDetail } from '#contract/books.ts'
import { createListeners, readStored, storedKeys, writeStored } from './browser-storage.ts'

/** A book whose file is stored on this device. The entry is written once the file is complete. */
export interface KeptBook {
  book: BookDetail
  /** The path of the file on the server, without its name. It differs for each file of a book. */
  file: string
  bytes: number
  /** The first pages of the parts of its text, which is stored too. A book has none until the server has made it. */
  textParts?: number[]
}

const PREFIX = 'kept:'
const keyOf = (userId: string, bookId: string) => `${PREFIX}${userId}:${bookId}`

const { subscribe, notify } = createListeners()

/** Calls a listener when a book is kept or removed, in this tab or in another. */
export const onKeptBooksChange = subscribe

export const readKeptBook = (userId: string, bookId: string): KeptBook | undefined => {
  try {
    const kept: KeptBook | null = JSON.parse(readStored('localStorage', keyOf(userId, bookId)) ?? 'null')
    // A book that was kept before there were others is a PDF.
    if (!kept) return undefined
    return { ...kept, file: withoutName(kept.file), book: { ...kept.book, format: kept.book.format ?? 'pdf' } }
  } catch {
    return undefined
  }
}

/** Returns whether the browser has stored it. */
export const writeKeptBook = (userId: string, bookId: string, kept: KeptBook | undefined): boolean => {
  const isStored = writeStored('localStorage', keyOf(userId, bookId), kept ? JSON.stringify(kept) : null)
  notify()
  return isStored
}

/** The path of a file on the server and its version, without its name, which changes with the title, and the signature. */
export const fileOf = (url: string) => {
  const { pathname } = new URL(url, window.location.href)
  const version = fileVersionOf(url)
  return withoutName(version > 1 ? `${pathname}?v=${version}` : pathname)
}

/** What was kept before has a name. */
const withoutName = (file: string) => file.replace(/^(\/files\/[^/]+\/[^/?]+)\/[^?]*/, '$1')

/** The version of a book's file, by the link to it or by what `fileOf` makes of that. */
export const fileVersionOf = (url: string) => Number(/[?&]v=(\d+)/.exec(url)?.[1] ?? 1)

/** The ids of a user's kept books. */
export const keptBookIds = (userId: string): string[] => {
  const prefix = keyOf(userId, '')
  return storedKeys('localStorage', prefix).map((key) => key.slice(prefix.length))
}

export const removeKeptEntries = () => {
  for (const key of storedKeys('localStorage', PREFIX)) writeStored('localStorage', key, null)
  notify()
}
