import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from './connect.ts'

/** Beyond this offset, rows are counted from the nearer end, in one snapshot with the total. */
export const FAR = 1000

interface Rows {
  table: RawBuilder<unknown>
  id: RawBuilder<string>
  /** All ascending or all descending; together different for every row. */
  keys: RawBuilder<unknown>[]
  /** The condition of a partial index. */
  where?: RawBuilder<SqlBool>
}

/** An order that an index of `table` has: the rows before a page are skipped in an index-only scan. */
export interface Order extends Rows {
  isDescending?: boolean
  /** A few rows that the index lacks: they are sorted, and merged with those of the index. */
  others?: Rows | undefined
  /** The table with the columns that filters use, where `table` lacks them. */
  filteredTable?: RawBuilder<unknown>
}

export interface PagedList<Sort extends string, Filter = never> {
  orders: Record<Sort, Order>
  filter?: (filter: Filter) => RawBuilder<SqlBool>
  count: (db: Database, filter: Filter | undefined) => Promise<number>
  /** Where a search looks for its hits. It counts them up to `max`. */
  search?: { table: RawBuilder<unknown>; id: RawBuilder<string>; max: number }
}

export interface PageQuery<Sort extends string, Filter = never> {
  page: number
  limit: number
  sort: Sort
  filter?: Filter | undefined
  /** The condition of a search. */
  search?: RawBuilder<SqlBool> | undefined
}

/** The ids of one page as a subquery, to be joined with the rows by `listed_id`; and the order of the rows. */
export interface ListedRows {
  ids: RawBuilder<{ listedId: string }>
  orderBy: RawBuilder<unknown>
}

interface Range {
  limit: number | RawBuilder<unknown>
  offset: number | RawBuilder<unknown>
  /** Counted from the end. */
  isReversed?: boolean
  where?: RawBuilder<SqlBool> | undefined
}

/** One page of a list and the number of all its rows; `selectRows` is only called for a page that has rows. */
export const readPage = async <Sort extends string, Filter, Rows>(
  db: Database,
  list: PagedList<Sort, Filter>,
  query: PageQuery<Sort, Filter>,
  selectRows: (db: Database, listed: ListedRows) => Promise<Rows>,
): Promise<{ rows: Rows | undefined; total: number }> => {
  const offset = (query.page - 1) * query.limit
  const read = async (snapshot: Database) => {
    const { total, where, isComplete } = await countRows(snapshot, list, query)
    const limit = Math.min(query.limit, total - offset)
    if (limit <= 0) return { rows: undefined, total }
    const after = total - offset - limit
    const isReversed = isComplete && offset >= FAR && after < offset
    const listed = listRows(list.orders[query.sort], { limit, offset: isReversed ? after : offset, isReversed, where })
    return { rows: await selectRows(snapshot, listed), total }
  }
  if (offset < FAR) return read(db)
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** A range of a list in the order of an index. */
export const listRows = (order: Order, { limit, offset, isReversed = false, where }: Range): ListedRows => {
  const { table, keys, isDescending = false, filteredTable = table, others } = order
  const direction = (isDown: boolean) => (isDown ? sql` desc` : sql``)
  const sorted = (rows: Rows, condition?: RawBuilder<SqlBool>) => {
    const conditions = [rows.where, condition].filter((one) => one !== undefined)
    return sql`
      select ${rows.id} as listed_id, ${sql.join(rows.keys.map((key, i) => sql`${key} as ${keyColumn(i)}`))}
      from ${rows.table}
      ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}
      order by ${sql.join(rows.keys.map((key) => sql`${key}${direction(isDescending !== isReversed)}`))}`
  }
  const byKeys = (isDown: boolean) => sql.join(keys.map((_, i) => sql`${keyColumn(i)}${direction(isDown)}`))
  const indexed = sorted({ ...order, table: where ? filteredTable : table }, where)
  // Both parts are sorted already, so the database merges them and stops at the end of the page.
  const all = others
    ? sql`select * from ((${indexed}) union all (${sorted(others)})) as merged order by ${byKeys(isDescending !== isReversed)}`
    : indexed
  return {
    ids: sql`(${all} limit ${limit} offset ${offset})`,
    orderBy: byKeys(isDescending),
  }
}

const keyColumn = (i: number) => sql.raw(`key${i}`)

/** Fewer hits than `max` are listed by their ids; where there are more, the first of them are soon found in any index. */
const countRows = async <Sort extends string, Filter>(
  db: Database,
  list: PagedList<Sort, Filter>,
  { filter, search }: PageQuery<Sort, Filter>,
) => {
  const filtered = filter === undefined ? undefined : list.filter?.(filter)
  if (!search || !list.search) return { total: await list.count(db, filter), where: filtered, isComplete: true }
  const { table, id, max } = list.search
  const where = filtered ? sql<SqlBool>`${search} and ${filtered}` : search
  const { rows } = await sql<{ id: string }>`select ${id} as id from ${table} where ${where} limit ${max}`.execute(db)
  if (rows.length === max) return { total: max, where, isComplete: false }
  const hits = sql<SqlBool>`${id} = any(${rows.map((row) => row.id)}::uuid[])`
  return { total: rows.length, where: hits, isComplete: true }
}
