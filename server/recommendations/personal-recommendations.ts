import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { shownAuthor, shownTitle } from '#server/books/is-shown.ts'

/** The books that a person does not want to be recommended. */
export const personalRecommendations: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const dismissed = await db
      .selectFrom('dismissedBooks')
      .innerJoin('books', 'books.id', 'dismissedBooks.bookId')
      .select(['bookId', 'dismissedAt'])
      .select([shownTitle, shownAuthor])
      .where('userId', '=', userId)
      .orderBy('dismissedAt')
      .execute()
    return { documents: { dismissed } }
  },
}
