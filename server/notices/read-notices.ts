import { sql } from 'kysely'
import { type Notice, NOTICES_AT_ONCE } from '#contract/notices.ts'
import { booksInOrder } from '#server/books/book-serializer.ts'
import type { Services } from '#server/platform/services.ts'
import { type NoticeRow, selectNotices } from './shown-notices.ts'

/** A page of somebody's notices, the latest first. */
export const listNotices = async (
  services: Services,
  userId: string,
  before: string | undefined,
): Promise<Notice[]> => {
  const rows = await selectNotices(services, userId, {
    where: before === undefined ? sql`true` : sql`notices.event_id < ${before}::uuid`,
    limit: NOTICES_AT_ONCE,
  })
  const ids = [...new Set(rows.flatMap(({ bookId }) => bookId ?? []))]
  const books = await booksInOrder(services.db, ids, services.settings.filesOrigin)
  const byId = new Map(books.map((book) => [book._id, book]))
  // What was hidden between the two statements is left out.
  return rows.flatMap((row) => (row.bookId === null || byId.has(row.bookId) ? [toNotice(row, byId)] : []))
}

const toNotice = (
  { id, kind, at, isNew, bookId, text, by, count }: NoticeRow,
  books: Map<string, NonNullable<Notice['book']>>,
): Notice => {
  const book = bookId === null ? undefined : books.get(bookId)
  return {
    _id: id,
    kind,
    at: at.toISOString(),
    isNew,
    ...(book && { book: wordsOf(book) }),
    ...(text !== null && { text }),
    ...(by !== null && { by }),
    ...(count !== null && { count }),
  }
}

const wordsOf = ({ _id, title, author, image, imageColor, imageMounted }: NonNullable<Notice['book']>) => ({
  _id,
  title,
  author,
  image,
  imageColor,
  imageMounted,
})

/** Marks one notice as read, or all up to one. Those of others are never touched, nor told of. */
export const markRead = async (
  { db, now }: Services,
  userId: string,
  read: { id: string } | { upTo: string },
): Promise<void> => {
  await sql`
    update notices set read_at = ${now()}
    where user_id = ${userId}::uuid and read_at is null
      and ${'id' in read ? sql`event_id = ${read.id}::uuid` : sql`event_id <= ${read.upTo}::uuid`}`.execute(db)
}
