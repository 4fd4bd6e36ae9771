import { sql } from 'kysely'
import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { shownAuthor, shownTitle } from '#server/books/is-shown.ts'

/** What a person wants to read and has finished, own lists with their books, and the addresses of lists that the person follows. */
export const personalShelves: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const [shelves, lists, inLists, followedLists] = await Promise.all([
      db
        .selectFrom('shelvedBooks')
        .innerJoin('books', 'books.id', 'shelvedBooks.bookId')
        .select(['bookId', shownTitle, shownAuthor, 'isWanted', 'finishedAt'])
        .select(sql<Date>`greatest(want_changed_at, finish_changed_at)`.as('changedAt'))
        .where('userId', '=', userId)
        .orderBy('place')
        .orderBy('bookId')
        .execute(),
      db
        .selectFrom('lists')
        .select(['id as _id', 'name', 'words', 'visibility', 'createdAt', 'changedAt'])
        .where('userId', '=', userId)
        .orderBy('createdAt')
        .execute(),
      db
        .selectFrom('listBooks')
        .innerJoin('lists', 'lists.id', 'listId')
        .innerJoin('books', 'books.id', 'bookId')
        .select(['listId', 'bookId', shownTitle, shownAuthor, 'addedAt'])
        .where('lists.userId', '=', userId)
        .orderBy('place')
        .orderBy('bookId')
        .execute(),
      db
        .selectFrom('listFollows')
        .select(['listId', 'followedAt'])
        .where('userId', '=', userId)
        .orderBy('followedAt')
        .execute(),
    ])
    const books = Map.groupBy(inLists, ({ listId }) => listId)
    return {
      documents: {
        shelves,
        lists: lists.map((list) => ({
          ...list,
          books: (books.get(list._id) ?? []).map(({ bookId, title, author, addedAt }) => ({
            bookId,
            title,
            author,
            addedAt,
          })),
        })),
        followedLists,
      },
    }
  },
}
