import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import type { TestSite } from '#server/testing/test-site.ts'
import { replaceBookText } from './read-book-texts.ts'
import { addPages } from './testing-pages.ts'

/** Gives a book a file with these pages. */
export const setPages = async (
  services: TestSite['services'],
  id: string,
  texts: string[],
  pageCount = texts.length,
) => {
  await addPages(services, id, texts)
  await services.db.updateTable('books').set({ pageCount }).where('id', '=', id).execute()
}

/** Replaces the file by one with these pages, as the author does; the texts are read once `isRead`. */
export const replacePages = async (
  services: TestSite['services'],
  id: string,
  texts: string[],
  { pageCount = texts.length, isRead = true, note = 'New maps' } = {},
) => {
  const { db, now } = services
  await replaceBookText(db, id, 'epub/new.epub', now())
  await addVersions(services, id, { pageCount, note })
  await db.deleteFrom('bookTexts').where('bookId', '=', id).execute()
  await setPages(services, id, texts, pageCount)
  await db.updateTable('bookTexts').set({ isRead }).where('bookId', '=', id).execute()
}

/** The version that the book has, if it is the first, and the next one. */
const addVersions = async (
  { db, now }: TestSite['services'],
  bookId: string,
  { pageCount, note }: { pageCount: number; note: string },
) => {
  const book = await db.selectFrom('books').select('pageCount').where('id', '=', bookId).executeTakeFirstOrThrow()
  const rows = await db.selectFrom('bookVersions').select('number').where('bookId', '=', bookId).execute()
  const file = { bookId, pdf: `pdf/${randomUUID()}.pdf`, pdfName: 'a.pdf', pdfBytes: 1, format: 'pdf' }
  const first = { ...file, number: 1, pageCount: book.pageCount, createdAt: new Date(0) }
  const next = { ...file, number: Math.max(rows.length, 1) + 1, pageCount, note, createdAt: now() }
  await db
    .insertInto('bookVersions')
    .values(rows.length === 0 ? [first, next] : [next])
    .execute()
}

/** In how many turns of the event loop texts are compared. */
export const turnsComparing = async (work: () => Promise<unknown>): Promise<number> => {
  let turn = 0
  const turns = new Set<number>()
  const normalize = String.prototype.normalize
  const spy = vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    turns.add(turn)
    return normalize.call(this, form)
  })
  const count = () => {
    turn += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  await work().finally(() => {
    clearImmediate(counting)
    spy.mockRestore()
  })
  return turns.size
}

export const sentences = Array.from(
  { length: 400 },
  (_, at) => `In the year ${1000 + at * 7} ship ${at * 31} left its harbour.`,
)
export const pagesOf = (perPage: number, from = sentences) =>
  Array.from({ length: Math.ceil(from.length / perPage) }, (_, at) =>
    from.slice(at * perPage, (at + 1) * perPage).join(' '),
  )
