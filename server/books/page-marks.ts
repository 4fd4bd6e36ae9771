import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#contract/books.ts'
import type { Services } from '#server/platform/services.ts'
import { type BookCounts, countedIn } from './book-counts.ts'
import { type Order, ORDERS, orderOf } from './orders.ts'

/** So many books stand between two marks. */
const STEP = 1000
/** Making marks may take a twentieth of the time. */
const REST = 20

/** Where a book stands: by what it is ordered, and its id. */
export type Mark = [key: string, id: string]

interface Marks {
  version: number
  marks: Mark[]
}

/**
 * Remembers where every thousandth book stands, from the oldest on or by title, so that a far page begins at a mark.
 * They are good as long as no book came, went or changed between them, which the database counts; they are made anew
 * behind the first far page that finds them void.
 */
export const pageMarks = (services: Services) => {
  const kept = new Map<string, Marks>()
  const making = new Set<string>()
  const restingUntil = new Map<string, number>()
  let timesMade = 0

  const make = async (name: string, order: Order, version: RawBuilder<number>, genre: string | undefined) => {
    if (making.has(name) || performance.now() < (restingUntil.get(name) ?? 0)) return
    making.add(name)
    const startedAt = performance.now()
    try {
      kept.set(name, await readMarks(services, order, version, genre))
      timesMade += 1
    } catch (error) {
      services.log.warn({ reason: String(error) }, 'page marks not made')
    } finally {
      making.delete(name)
      restingUntil.set(name, startedAt + (performance.now() - startedAt) * REST)
    }
  }

  /** The mark nearest before the book that has so many before it, and how many lie between; undefined if none is good. */
  const markBefore = (sort: Sort, genre: string | undefined, before: number, counts: BookCounts) => {
    const order = ORDERS[sort]
    if (!order.version) return undefined
    const name = `${sort} ${genre ?? ''}`
    const found = kept.get(name)
    if (found?.version !== versionFor(sort, counts)) {
      void make(name, order, order.version, genre)
      return undefined
    }
    const passed = Math.min(Math.floor(before / STEP), found.marks.length)
    const mark = found.marks[passed - 1]
    return mark && { mark, between: before - passed * STEP }
  }
  return { markBefore, made: () => timesMade }
}

export type PageMarks = ReturnType<typeof pageMarks>

const versionFor = (sort: Sort, { byAge, byTitle }: BookCounts) => (sort === 'new' ? byAge : byTitle)

/** Marks and version are of one moment. The last hour has no marks: a new book moves none. */
const readMarks = async (
  { db }: Services,
  order: Order,
  version: RawBuilder<number>,
  genre: string | undefined,
): Promise<Marks> => {
  const { table, key, id, isDown } = order
  const settled = isDown ? sql`and created_at < now() - interval '1 hour'` : sql``
  const { rows } = await sql<{ version: number; keys: string[] | null; ids: string[] | null }>`
    select
      (select coalesce(sum(${version}), 0) from ${countedIn(genre)}) as version,
      array_agg(key order by place) as keys,
      array_agg(id order by place) as ids
    from (
      select ${key}::text as key, ${id} as id, row_number() over (order by ${orderOf(order, isDown)}) as place
      from ${table}
      where ${genre === undefined ? sql`true` : sql`genre = ${genre}`} ${settled}
    ) as placed
    where place % ${sql.lit(STEP)} = 0`.execute(db)
  const { version: made = 0, keys, ids } = rows[0] ?? { keys: null, ids: null }
  return { version: made, marks: (keys ?? []).map((text, i): Mark => [text, ids?.[i] ?? '']) }
}
