import { LANGUAGE } from '#web/messages/language.ts'
import type { BookDetail } from '#contract/books.ts'
import { FLOWS } from '#contract/values/books.ts'
import { getBookFile } from '#contract/calls/books.ts'
import { getBookText, getPageReading } from '#contract/calls/text-view.ts'
import type { BookText, PageReading } from '#contract/text-view.ts'
import { api } from '#web/api/api-client.ts'
import { trustedScriptUrl } from '#web/document/trusted-types.ts'
import { type KeptBook, fileOf, keptBookIds, readKeptBook, writeKeptBook } from '#web/session/kept-books.ts'
import { writeKeptFiles } from '#web/session/kept-download.ts'
import { removeKeptFile, removeKeptPages, removeKeptReading, removeKeptText } from '#web/session/kept-files.ts'
import { READING, TEXT } from '#web/session/kept-folder.ts'
import { storeUserId } from '#web/session/stored-account.ts'
import { readToken } from '#web/session/token.ts'

/**
 * Stores a book's file, its text and the pages to read it on this device. Throws if that fails: nothing is stored then, or
 * what was stored before.
 */
export const keepBook = async (userId: string, book: BookDetail): Promise<void> => {
  const token = readToken()
  const before = readKeptBook(userId, book._id)
  // Firefox asks its user, and answers only then. Without the permission the book is kept too, and the page of kept books
  // says that it may be cleared.
  navigator.storage.persist?.().catch(() => false)
  const { url: link } = await api(getBookFile, { params: { id: book._id } })
  try {
    await cacheReader(book._id)
    const url = new URL(link, window.location.href).href
    const { parts: textParts, files } = await loadText(book)
    const readings = await loadReadings(book)
    const bytes = await writeKeptFiles({ userId, files: [{ name: book._id, source: url }, ...files, ...readings] })
    if (readToken() !== token) throw new Error('The session ended')
    if (files.length === 0) await removeKeptText(userId, book._id).catch(() => undefined)
    if (readings.length === 0) await removeKeptReading(userId, book._id).catch(() => undefined)
    storeUserId(userId)
    const isStored = writeKeptBook(userId, book._id, { book, file: fileOf(link), bytes, textParts })
    if (!isStored) throw new Error('The browser stores nothing')
  } catch (thrown) {
    if (!before || readToken() !== token) await removeKeptBook(userId, book._id)
    throw thrown
  }
}

/** Stores the text of a kept book that had none yet when the book was kept. */
export const keepMissingText = async (userId: string, kept: KeptBook): Promise<void> => {
  const { _id: id } = kept.book
  const { parts: textParts, files } = await loadText(kept.book)
  if (files.length === 0) return
  const bytes = kept.bytes + (await writeKeptFiles({ userId, files }))
  // It may have been removed meanwhile.
  if (readKeptBook(userId, id)) writeKeptBook(userId, id, { ...kept, bytes, textParts })
  else await removeKeptText(userId, id)
}

/** The parts of a book's text as the server sends them, in one file; none if it has no text. */
const loadText = async ({ _id: bookId, format }: KeptBook['book']) => {
  if (FLOWS[format]) return { parts: [], files: [] }
  const params = { id: bookId }
  const { parts } = await api(getBookText, { params })
  const texts: BookText[] = []
  for (const from of parts) texts.push(await api(getBookText, { params, query: { from } }))
  const file = { name: bookId + TEXT, source: new Blob([JSON.stringify(texts)]) }
  return { parts, files: parts.length > 0 ? [file] : [] }
}

/** The words of all pages as the server sends them, in one file; none for a book whose pages are not read. */
const loadReadings = async ({ _id: bookId, format }: KeptBook['book']) => {
  if (FLOWS[format]) return []
  const readings: PageReading[] = []
  for (let page = 1; ;) {
    const reading = await api(getPageReading, { params: { id: bookId }, query: { page } })
    const next = reading.first + reading.pages.length
    // The last group is sent for the pages behind it too.
    if (next <= page) break
    readings.push(reading)
    page = next
  }
  return readings.length > 0 ? [{ name: bookId + READING, source: new Blob([JSON.stringify(readings)]) }] : []
}

export const removeKeptBook = async (userId: string, bookId: string): Promise<void> => {
  writeKeptBook(userId, bookId, undefined)
  await removeKeptFile(userId, bookId)
  if (keptBookIds(userId).length === 0) await removeKeptPages()
}

/** The service worker caches the reader's page of this book, with all that the page may load. */
const cacheReader = async (bookId: string) => {
  await navigator.serviceWorker.register(trustedScriptUrl('/service-worker.js'))
  const { active } = await navigator.serviceWorker.ready
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true })
    port1.start()
  })
  active?.postMessage({ bookId, language: LANGUAGE.path }, [port2])
  if (!(await answer)) throw new Error('The reader could not be cached')
}
