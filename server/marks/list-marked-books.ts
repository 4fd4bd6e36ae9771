import { sql } from 'kysely'
import type { MarkedBook } from '#contract/marks.ts'
import type { Services } from '#server/platform/services.ts'
import { shownInMarks } from './marked-book.ts'

/** The books in which a person has marks. A deleted book has the title that it had, a hidden one none. */
export const listMarkedBooks = ({ db }: Pick<Services, 'db'>, userId: string): Promise<MarkedBook[]> => {
  return db
    .selectFrom('markedBooks as marked')
    .innerJoin('marks', (join) =>
      join.onRef('marks.userId', '=', 'marked.userId').onRef('marks.bookId', '=', 'marked.bookId'),
    )
    .leftJoin('books', 'books.id', 'marked.bookId')
    .select(({ fn }) => ['marked.bookId as _id', fn.countAll<number>().as('marks')])
    .select([shownInMarks('title'), shownInMarks('author'), sql<boolean>`books.id is null`.as('isGone')])
    .where('marked.userId', '=', userId)
    .where('marks.content', 'is not', null)
    .groupBy(['marked.userId', 'marked.bookId', 'books.id'])
    .orderBy('title')
    .orderBy('marked.bookId')
    .execute()
}
