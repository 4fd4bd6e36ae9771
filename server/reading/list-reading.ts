import type { OpenBook } from '#contract/reading.ts'
import { selectBooks, toBook } from '#server/books/book-serializer.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'
import type { Services } from '#server/platform/services.ts'
import { isBeingRead } from './is-being-read.ts'

/** The books that a reader has begun and not finished, the last read first. */
export const listReading = async ({ db, settings }: Services, userId: string, limit: number): Promise<OpenBook[]> => {
  const rows = await selectReading(db, userId, limit)
  return rows.map((row) => ({
    ...toBook(settings.filesOrigin)(row),
    page: row.page,
    device: row.deviceName,
    readAt: row.readAt.toISOString(),
  }))
}

const selectReading = preparedQuery((userId: string, limit: number) => ({
  compile: (db) =>
    selectBooks(db)
      .innerJoin('readingPositions as position', 'position.bookId', 'books.id')
      .innerJoin('devicePositions as onDevice', (join) =>
        join
          .onRef('onDevice.userId', '=', 'position.userId')
          .onRef('onDevice.bookId', '=', 'position.bookId')
          .onRef('onDevice.deviceId', '=', 'position.deviceId'),
      )
      .leftJoin('shelvedBooks as shelved', (join) =>
        join.onRef('shelved.userId', '=', 'position.userId').onRef('shelved.bookId', '=', 'position.bookId'),
      )
      .select(['position.page', 'position.readAt', 'onDevice.deviceName'])
      .where('position.userId', '=', userId)
      .where(isBeingRead)
      .orderBy('position.readAt', 'desc')
      .orderBy('position.bookId')
      .limit(limit)
      .compile(),
}))
