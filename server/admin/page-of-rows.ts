import { type RawBuilder, sql } from 'kysely'
import type { Ordered } from '#server/books/page-marks.ts'

export type Order = Pick<Ordered, 'by' | 'down'>

export interface Asked {
  page: number
  limit: number
  total: number
}

/** `order by` in SQL, or its mirror image. */
export const orderBy = ({ by, down = false }: Order, backwards = false): RawBuilder<unknown> =>
  sql.join(by.map(({ what }) => (down === backwards ? sql`${what} asc` : sql`${what} desc`)))

export interface Place {
  /** Read in the order's mirror image, from its end. */
  backwards: boolean
  offset: number
  length: number
}

/** Where a page lies, counted from the nearer end: of a million rows at most half are passed over. */
export const placeOf = ({ page, limit, total }: Asked): Place => {
  const before = (page - 1) * limit
  const length = Math.max(0, Math.min(limit, total - before))
  const after = total - before - length
  return after < before ? { backwards: true, offset: after, length } : { backwards: false, offset: before, length }
}

/** The answer of a paged list. */
export const pageOf = <T>(data: T[], { page, limit, total }: Asked) => ({
  success: true as const,
  data,
  pagination: { page, pages: Math.ceil(total / limit), total },
})
