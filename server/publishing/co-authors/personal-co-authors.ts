import { sql } from 'kysely'
import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { shownTitle } from '#server/books/is-shown.ts'

/** Whom somebody asked to be a co-author, and what they were asked and answered. */
export const personalCoAuthors: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const [coAuthors, coAuthorships] = await Promise.all([
      db
        .selectFrom('coAuthors')
        .innerJoin('books', 'books.id', 'coAuthors.bookId')
        .leftJoin('users', 'users.id', 'coAuthors.userId')
        .select(['bookId', sql<string>`coalesce(co_authors.name, users.username)`.as('name')])
        .select(['coAuthors.state', 'askedAt', 'answeredAt'])
        .where('books.publisherId', '=', userId)
        .orderBy('bookId')
        .orderBy('place')
        .execute(),
      db
        .selectFrom('coAuthors')
        .innerJoin('books', 'books.id', 'coAuthors.bookId')
        .select(['bookId', shownTitle, 'coAuthors.state', 'askedAt', 'answeredAt'])
        .where('userId', '=', userId)
        .orderBy('askedAt')
        .execute(),
    ])
    return { documents: { coAuthors, coAuthorships } }
  },
  // The answers about a book that name a co-author change with the account.
  booksChangedBy: (userIds) => sql`select book_id from co_authors where user_id = any(${userIds}::uuid[])`,
  // Nobody can take back what they asked when their books stay without them.
  deleteFor: async (_services, trx, { userIds }) => {
    await trx
      .deleteFrom('coAuthors')
      .using('books')
      .whereRef('books.id', '=', 'coAuthors.bookId')
      .where('books.publisherId', 'in', userIds)
      .where('coAuthors.state', 'in', ['asked', 'declined'])
      .execute()
    return async () => {}
  },
}
