import type { Services } from '#server/platform/services.ts'

/** The genres that have books, those with most books first. */
export const countGenres = ({ db }: Services) =>
  db
    .selectFrom('counters')
    .select(({ fn }) => ['label as _id', fn.sum<number>('change').as('count')])
    .where('name', '=', 'books')
    .groupBy('label')
    .having(({ fn }) => fn.sum<number>('change'), '>', 0)
    .orderBy('count', 'desc')
    .orderBy('label')
    .execute()
