import { type RawBuilder, sql } from 'kysely'

/** The numbers that triggers of migrations/ maintain in the table `counters`; each has a row for every change. */
export type CounterName = 'books' | 'users' | 'verified users'

/** A number as an SQL expression: of one label, or of all. */
export const readCounter = (name: CounterName, label?: string): RawBuilder<number> => {
  const ofLabel = label === undefined ? sql`` : sql` and label = ${label}`
  return sql`(select coalesce(sum(change), 0)::int from counters where name = ${sql.lit(name)}${ofLabel})`
}
