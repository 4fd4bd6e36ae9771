import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { shownAuthor, shownTitle } from '#server/books/is-shown.ts'

/** What a person follows, how the person is told of what, and the notices. All of it is deleted with the account. */
export const personalNotices: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const [follows, settings, notices] = await Promise.all([
      db
        .selectFrom('follows')
        .leftJoin('users', 'users.id', 'follows.authorId')
        .leftJoin('penNames', 'penNames.id', 'follows.penNameId')
        .leftJoin('books', 'books.id', 'follows.bookId')
        .select(({ fn }) => [
          fn.coalesce('users.username', 'penNames.name').as('author'),
          'follows.seriesId',
          'follows.bookId',
          shownTitle,
          'follows.genre',
          'follows.tag',
          'followedAt',
        ])
        .where('follows.userId', '=', userId)
        .orderBy('follows.id')
        .execute(),
      db.selectFrom('noticeSettings').select(['kind', 'how']).where('userId', '=', userId).orderBy('kind').execute(),
      db
        .selectFrom('notices')
        .innerJoin('noticeEvents', 'noticeEvents.id', 'eventId')
        .leftJoin('books', 'books.id', 'noticeEvents.bookId')
        .select(['notices.kind', 'at', 'readAt', 'noticeEvents.bookId', shownTitle, shownAuthor])
        .where('notices.userId', '=', userId)
        .orderBy('eventId')
        .execute(),
    ])
    return { documents: { follows, notices: { settings, notices } } }
  },
}
