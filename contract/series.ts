import * as z from 'zod/mini'
import { Book } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { idInPath } from './shapes/ids.ts'
import { limitOf } from './api/paging.ts'
import { SERIES_BOOKS, SERIES_PAGE } from './values/series.ts'

export * from './values/series.ts'

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

const BAD_AFTER = 'Go on after the id of a series.'

export const listSeries = endpoint('GET', '/series', 'open', {
  failureMessage: 'Failed to load the series. Please try again later.',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: 'The series with shown books by name; `after` is the id of the last series of the part before',
  query: z.object({ after: z.optional(z.uuid(BAD_AFTER)), limit: limitOf(SERIES_PAGE) }),
  response: z.object({ series: z.array(z.object({ _id: z.string(), name: z.string() })), hasMore: z.boolean() }),
})

export const getSeries = endpoint('GET', '/series/:id', 'open', {
  failureMessage: 'Failed to load the series. Please try again later.',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: `A series with its first ${SERIES_BOOKS} books: by their numbers, then those without one, the oldest first`,
  params: z.object({ id: idInPath('seriesNotFound') }),
  response: Series,
})
