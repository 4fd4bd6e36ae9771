import type { Services } from '#server/platform/services.ts'

/** The genres that have books, those with most first. */
export const countGenres = ({ db }: Services) =>
  db
    .selectFrom('books')
    .select(({ fn }) => ['genre as _id', fn.countAll<number>().as('count')])
    .groupBy('genre')
    .orderBy('count', 'desc')
    .orderBy('genre')
    .execute()
