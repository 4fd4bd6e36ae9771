import * as z from 'zod/mini'
import { Book } from './books.ts'
import { endpoint } from './endpoint.ts'
import { idInPath } from './ids.ts'
import * as calls from './calls/series.ts'
import { SERIES_BOOKS } from './calls/series.ts'

export * from './calls/series.ts'

export const SeriesBook = z.extend(Book, { number: z.optional(z.number()) })
export type SeriesBook = z.infer<typeof SeriesBook>

/** `author` is absent where the books have several; `totalBooks` also counts those beyond the first 200. */
export const Series = z.object({
  _id: z.string(),
  name: z.string(),
  author: z.optional(z.string()),
  books: z.array(SeriesBook),
  totalBooks: z.int(),
})
export type Series = z.infer<typeof Series>

export const getSeries = endpoint({
  ...calls.getSeries,
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: `A series with its first ${SERIES_BOOKS} books: by their numbers, then those without one, the oldest first`,
  params: z.object({ id: idInPath('seriesNotFound') }),
  response: Series,
})
