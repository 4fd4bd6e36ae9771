import { sql } from 'kysely'
import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { shownAuthor, shownTitle } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** The position of each device in each book, the current page of the book for all of them, and the history by day. */
export const personalReading: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const reading = await db
      .selectFrom('devicePositions as place')
      .innerJoin('readingPositions as open', (join) =>
        join.onRef('open.userId', '=', 'place.userId').onRef('open.bookId', '=', 'place.bookId'),
      )
      .innerJoin('books', 'books.id', 'place.bookId')
      .select(['place.bookId', 'open.page as openAt'])
      .select([shownTitle, shownAuthor])
      .select(['place.deviceName', 'place.page', 'place.furthest', 'place.readAt'])
      .where('place.userId', '=', userId)
      .orderBy('place.readAt')
      .orderBy('place.deviceId')
      .execute()
    return { documents: { reading, 'reading-history': await historyOf(db, userId) } }
  },
}

const historyOf = async (db: Database, userId: string) => {
  const chosen = await db
    .selectFrom('readingHistories')
    .select(['isKept', 'goal', 'goalAmount'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  const days = await db
    .selectFrom('readingDays as read')
    .leftJoin('books', 'books.id', 'read.bookId')
    .select(sql<string>`read.day::text`.as('day'))
    .select(['read.bookId', shownTitle, shownAuthor, 'read.seconds', 'read.pages', 'read.isFinished'])
    .where('read.userId', '=', userId)
    .orderBy('read.day')
    .orderBy('read.bookId')
    .execute()
  return { ...(chosen ?? { isKept: true, goal: null, goalAmount: null }), days }
}
