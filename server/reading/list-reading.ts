import type { OpenBook } from '#contract/reading.ts'
import { toBook, selectBooks } from '#server/books/book-serializer.ts'
import type { Services } from '#server/platform/services.ts'

/** The books that a reader has begun, the latest first; one that is open at its last page is finished. */
export const listReading = async ({ db, settings }: Services, userId: string, limit: number): Promise<OpenBook[]> => {
  const rows = await selectBooks(db)
    .innerJoin('readingPositions as open', 'open.bookId', 'books.id')
    .innerJoin('devicePositions as place', (join) =>
      join
        .onRef('place.userId', '=', 'open.userId')
        .onRef('place.bookId', '=', 'open.bookId')
        .onRef('place.deviceId', '=', 'open.deviceId'),
    )
    .select(['open.page', 'open.readAt', 'place.deviceName'])
    .where('open.userId', '=', userId)
    .whereRef('open.page', '<', 'books.pageCount')
    .orderBy('open.readAt', 'desc')
    .orderBy('open.bookId')
    .limit(limit)
    .execute()
  const shape = toBook(settings.filesOrigin)
  return rows.map((row) => ({
    ...shape(row),
    page: row.page,
    device: row.deviceName,
    readAt: row.readAt.toISOString(),
  }))
}
