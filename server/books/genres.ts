import type { Services } from '#server/platform/services.ts'

/** The genres that have books, those with most first. */
export const countGenres = ({ db }: Services) =>
  db
    .selectFrom('bookCounts')
    .select(({ fn }) => ['genre as _id', fn.sum<number>('books').as('count')])
    .groupBy('genre')
    .having(({ fn }) => fn.sum<number>('books'), '>', 0)
    .orderBy('count', 'desc')
    .orderBy('genre')
    .execute()
