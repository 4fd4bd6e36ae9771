import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Services } from '#server/platform/services.ts'
import { type Asked, type Order, type Place, placeOf } from './page-of-rows.ts'

interface Steps {
  /** So many rows stand between two marks. */
  step: number
  /** Nearer to an end than this, rows are counted one by one: there a page is exact to the row. */
  near: number
}

const STEPS: Steps = { step: 1000, near: 20_000 }
const FRESH_MS = 60_000

type Mark = string[]

/**
 * Remembers where every thousandth book of each order stands, so that a far page begins at the nearest mark. Marks are
 * made when somebody first goes far, and anew in the background once they are a minute old: until then a far page may
 * be off by as many rows as came and went.
 */
export const pageMarks = ({ db, log }: Services, { step, near } = STEPS) => {
  const kept = new Map<string, { at: number; marks: Mark[] }>()
  const making = new Set<string>()

  const make = async (name: string, { by, down, table = sql`books` }: Order) => {
    if (making.has(name)) return
    making.add(name)
    const direction = sql.raw(down ? 'desc' : 'asc')
    const keys = sql.join(by.map(({ what, type }, i) => sql`(${what})::${sql.raw(type)}::text as ${sql.ref(`k${i}`)}`))
    const order = sql.join(by.map(({ what }) => sql`${what} ${direction}`))
    try {
      const { rows } = await sql<Record<string, string>>`
        select * from (select ${keys}, row_number() over (order by ${order}) as place from ${table}) as placed
        where place % ${sql.lit(step)} = 0 order by place`.execute(db)
      kept.set(name, { at: performance.now(), marks: rows.map((row) => by.map((_, i) => row[`k${i}`] ?? '')) })
    } catch (error) {
      log.warn({ reason: String(error) }, 'page marks not made')
    } finally {
      making.delete(name)
    }
  }

  /** Where a page lies, from the nearest mark if there are any and both ends are far. */
  const placeFrom = (name: string, order: Order, asked: Asked): Place & { after?: RawBuilder<SqlBool> } => {
    const place = placeOf(asked)
    if (place.offset < near) return place
    const found = kept.get(name)
    if (!found || performance.now() - found.at > FRESH_MS) void make(name, order)
    const before = (asked.page - 1) * asked.limit
    const passed = Math.min(Math.floor(before / step), found?.marks.length ?? 0)
    const mark = found?.marks[passed - 1]
    if (!mark) return place
    return { backwards: false, offset: before - passed * step, length: place.length, after: isAfter(order, mark) }
  }
  return { placeFrom, made: (name: string) => kept.has(name) }
}

const isAfter = ({ by, down }: Order, mark: Mark) => {
  const here = sql.join(by.map(({ what }) => what))
  const there = sql.join(by.map(({ type }, i) => sql`${mark[i]}::text::${sql.raw(type)}`))
  return down ? sql<SqlBool>`(${here}) < (${there})` : sql<SqlBool>`(${here}) > (${there})`
}

export type PageMarks = ReturnType<typeof pageMarks>
