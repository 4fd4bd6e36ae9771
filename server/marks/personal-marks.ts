import type { MarkContent } from '#contract/marks.ts'
import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { listMarkedBooks } from './list-marked-books.ts'

/** Bookmarks, highlights and notes, by book; those in deleted books too. */
export const personalMarks: PersonalData = {
  exportOf: async ({ db }, userId) => {
    const [books, rows] = await Promise.all([
      listMarkedBooks({ db }, userId),
      db
        .selectFrom('marks')
        .select(['bookId', 'id', 'content', 'changedAt'])
        .where('userId', '=', userId)
        .where('content', 'is not', null)
        .orderBy('bookId')
        .orderBy('revision')
        .execute(),
    ])
    const byBook = Map.groupBy(rows, ({ bookId }) => bookId)
    const marks = books.map(({ _id, title, author, isGone }) => ({
      bookId: _id,
      title,
      author,
      isGone,
      marks:
        byBook.get(_id)?.map(({ id, content, changedAt }) => ({ id, ...(content as MarkContent), changedAt })) ?? [],
    }))
    return { documents: { marks } }
  },
}
