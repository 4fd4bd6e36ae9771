import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#contract/books.ts'

/** In what order books stand: by one column and then by id, both up or both down, in a table with an index for it. */
export interface Order {
  table: RawBuilder<unknown>
  id: RawBuilder<string>
  key: RawBuilder<unknown>
  type: 'timestamptz' | 'text' | 'float' | 'integer'
  isDown: boolean
  /** Where it is counted how often places changed; these orders change too often to remember any. */
  version?: RawBuilder<number>
}

export const ORDERS: Record<Sort, Order> = {
  new: {
    ...{ table: sql`books`, id: sql`id`, key: sql`created_at`, type: 'timestamptz' },
    isDown: true,
    version: sql`by_age`,
  },
  title: {
    ...{ table: sql`books`, id: sql`id`, key: sql`title`, type: 'text' },
    isDown: false,
    version: sql`by_title`,
  },
  'top-rated': { ...{ table: sql`book_ranks`, id: sql`book_id`, key: sql`rating`, type: 'float' }, isDown: true },
  'most-read': { ...{ table: sql`book_reads`, id: sql`book_id`, key: sql`views`, type: 'integer' }, isDown: true },
}

/** What `order by` takes, or its mirror image. */
export const orderOf = ({ key, id, isDown }: Order, isBackwards = false): RawBuilder<unknown> =>
  isDown === isBackwards ? sql`${key}, ${id}` : sql`${key} desc, ${id} desc`
