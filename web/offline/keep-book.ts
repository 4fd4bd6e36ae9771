import type { BookDetail } from '#contract/books.ts'
import { getBookPdf } from '#contract/calls/books.ts'
import { api } from '#web/api/api-client.ts'
import { trustedScriptUrl } from '#web/document/trusted-types.ts'
import { fileOf, keptBookIds, readKeptBook, writeKeptBook } from '#web/session/kept-books.ts'
import { downloadKeptFile } from '#web/session/kept-download.ts'
import { removeKeptFile, removeKeptPages } from '#web/session/kept-files.ts'
import { storeUserId } from '#web/session/stored-account.ts'
import { readToken } from '#web/session/token.ts'

/** Stores a book's file and the pages to read it on this device. Throws if that fails; nothing is stored then. */
export const keepBook = async (userId: string, book: BookDetail): Promise<void> => {
  const token = readToken()
  // Firefox asks its user, and answers only then. Without the permission the book is kept too, and the page of kept books
  // says that it may be cleared.
  navigator.storage.persist?.().catch(() => false)
  const { pdfUrl } = await api(getBookPdf, { params: { id: book._id } })
  try {
    await cacheReader(book._id)
    const url = new URL(pdfUrl, window.location.href).href
    const bytes = await downloadKeptFile({ userId, bookId: book._id, url })
    if (readToken() !== token) throw new Error('The session ended')
    storeUserId(userId)
    writeKeptBook(userId, book._id, { book, file: fileOf(pdfUrl), bytes })
    if (!readKeptBook(userId, book._id)) throw new Error('The browser stores nothing')
  } catch (thrown) {
    await removeKeptBook(userId, book._id)
    throw thrown
  }
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
  active?.postMessage({ bookId }, [port2])
  if (!(await answer)) throw new Error('The reader could not be cached')
}
