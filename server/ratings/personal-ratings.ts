import { sql } from 'kysely'
import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { shownAuthor, shownTitle } from '#server/books/is-shown.ts'

/** Ratings are deleted with their account, and the averages of their books change. */
export const personalRatings: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const ratings = await db
      .selectFrom('ratings')
      .innerJoin('books', 'books.id', 'ratings.bookId')
      .select(['bookId', 'stars', 'ratedAt'])
      .select([shownTitle, shownAuthor])
      .where('userId', '=', userId)
      .orderBy('ratedAt')
      .execute()
    return { documents: { ratings } }
  },
  booksChangedBy: (userIds) => sql`select book_id from ratings where user_id = any(${userIds}::uuid[])`,
}
