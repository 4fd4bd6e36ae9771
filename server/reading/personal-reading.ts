import type { PersonalData } from '#server/accounts/personal-data.ts'
import { shownAuthor, shownTitle } from '#server/books/is-shown.ts'

/** The position of each device in each book, and the current page of the book for all of them. */
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
    return { documents: { reading } }
  },
}
