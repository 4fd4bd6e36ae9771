import { type RawBuilder, sql } from 'kysely'
import type { Database } from './connect.ts'

/** The numbers in the table `counters`, to which triggers of migrations/ append a row with every change. */
type CounterName = 'books' | 'users' | 'verified users' | 'cases' | 'facets'

/** The value of a counter as an SQL expression: of one label, or of all. */
export const counterValue = (name: CounterName, label?: string): RawBuilder<number> => {
  const ofLabel = label === undefined ? sql`` : sql` and label = ${label}`
  return sql`(select coalesce(sum(change), 0)::int from counters where name = ${sql.lit(name)}${ofLabel})`
}

export const readCounter = async (db: Database, name: CounterName, label?: string): Promise<number> => {
  const { rows } = await sql<{ value: number }>`select ${counterValue(name, label)} as value`.execute(db)
  return rows[0]?.value ?? 0
}
