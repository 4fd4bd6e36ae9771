import * as z from 'zod/mini'
import { BookParams } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { FIGURE_PERIODS } from './values/figures.ts'

export * from './values/figures.ts'

/**
 * What is counted in a time: how often the book was opened, by whom for the first time, how many readers came to its end,
 * downloads, and the ratings given then with the sum of their stars. Null for what was not counted yet.
 */
const Counts = z.object({
  opened: z.int(),
  readers: z.nullable(z.int()),
  finished: z.nullable(z.int()),
  downloads: z.nullable(z.int()),
  ratings: z.int(),
  stars: z.int(),
})
export type Counts = z.infer<typeof Counts>

/** How far readers have come: for parts of the book in order, how many reached each; null are fewer than five. */
const Reach = z.object({
  /** The day on which it was counted, of several books the earliest. */
  day: z.string(),
  /** The first page of the part or, for several books, the percent before it. */
  parts: z.array(z.object({ from: z.int(), readers: z.nullable(z.int()) })),
})
export type Reach = z.infer<typeof Reach>

/**
 * Days are those of UTC. Nothing counts that the publisher, moderators or administrators do, nor what bots do without a
 * session. `before` is the period of the same length before; null for the whole history.
 */
export const Figures = z.object({
  /** The title of the book; null for all books. */
  title: z.nullable(z.string()),
  /** The first day on which everything was counted. */
  since: z.string(),
  unit: z.enum(['day', 'week']),
  /** One for each day or week, which is named by its Monday, up to today. */
  points: z.array(z.extend(Counts, { day: z.string() })),
  total: Counts,
  before: z.nullable(Counts),
  /** Null where fewer than five readers have a place in the book. */
  reach: z.nullable(Reach),
  /** From which other sites they came who opened it, in whole months; `others` are those from hosts with fewer than five. */
  sources: z.object({
    month: z.string(),
    hosts: z.array(z.object({ host: z.string(), count: z.int() })),
    others: z.int(),
  }),
})
export type Figures = z.infer<typeof Figures>

const Query = z.object({
  period: z._default(z.enum(FIGURE_PERIODS, `The period is one of ${FIGURE_PERIODS.join(', ')}`), '28d'),
  by: z.optional(z.enum(['day'], 'The figures are by day, or as the period has them')),
})

export const getFigures = endpoint('GET', '/books/user/figures', 'registered', {
  failureMessage: 'Failed to load the figures. Please try again later.',
  scope: 'read',
  rates: [{ by: 'caller', max: 120, seconds: 60 }],
  summary: 'The figures of all of the caller’s own books together; a long history is in weeks unless `by` is day',
  query: Query,
  response: Figures,
})

export const getBookFigures = endpoint('GET', '/books/:id/own/figures', 'registered', {
  failureMessage: 'Failed to load the figures. Please try again later.',
  scope: 'read',
  rates: getFigures.rates,
  summary: 'The figures of an own book; a long history is in weeks unless `by` is day',
  params: BookParams,
  query: Query,
  response: Figures,
})
