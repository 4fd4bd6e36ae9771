import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { shownTitle } from '#server/books/is-shown.ts'

/** Comments stay when their account is deleted. */
export const personalComments: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const comments = await db
      .selectFrom('comments')
      .innerJoin('books', 'books.id', 'comments.bookId')
      .select(['comments.id as _id', 'bookId', 'text', 'comments.createdAt', 'page', 'cfi', 'quote'])
      .select(shownTitle)
      .where('userId', '=', userId)
      .orderBy('comments.id')
      .execute()
    return { documents: { comments } }
  },
}
