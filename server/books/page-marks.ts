import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'

/** So many rows stand between two marks. */
const STEP = 1000
/** So many marks are read by one statement. */
const AT_ONCE = 50
/** Making marks may take a twentieth of the time. */
const REST = 20
const FRESH_MS = 60_000

const ALL = sql<SqlBool>`true`

/** A list and its order, all of it up or all of it down; the last of it is different for every row. */
export interface Ordered {
  by: { what: RawBuilder<unknown>; type: 'text' | 'uuid' | 'timestamptz' | 'integer' | 'float' }[]
  down?: boolean
  table: RawBuilder<unknown>
  where?: RawBuilder<SqlBool>
  /** What is another number as soon as the marks are void. */
  version?: RawBuilder<number>
}

interface Marks {
  madeAt: number
  version: number
  marks: string[][]
}

/**
 * Remembers where every thousandth row of a list stands, so that a far page begins at a mark. Where the database counts
 * what makes marks void, void ones are no longer used; elsewhere they are good for a minute, and used until there are
 * others. They are made anew behind the first far page that asks for them.
 */
export const pageMarks = (services: Services, step = STEP) => {
  const kept = new Map<string, Marks>()
  const restingUntil = new Map<string, number>()
  let timesMade = 0

  const make = async (name: string, list: Ordered) => {
    if (performance.now() < (restingUntil.get(name) ?? 0)) return
    restingUntil.set(name, Infinity)
    const madeAt = performance.now()
    try {
      kept.set(name, { madeAt, ...(await readMarks(services, list, step)) })
      timesMade += 1
    } catch (error) {
      services.log.warn({ reason: String(error) }, 'page marks not made')
    } finally {
      restingUntil.set(name, madeAt + (performance.now() - madeAt) * REST)
    }
  }

  /** What follows the mark nearest before the row that has `before` others before it, and how many lie between. */
  const markBefore = (name: string, list: Ordered, before: number, version?: number) => {
    const found = kept.get(name)
    const isAged = performance.now() - (found?.madeAt ?? 0) > FRESH_MS
    const isGood = found && (version === undefined ? !isAged : found.version === version)
    if (!isGood) void make(name, list)
    if (!found || (version !== undefined && !isGood)) return undefined
    const passed = Math.min(Math.floor(before / step), found.marks.length)
    const mark = found.marks[passed - 1]
    return mark && { after: isAfter(list, mark), between: before - passed * step }
  }
  return { step, markBefore, made: () => timesMade }
}

export type PageMarks = ReturnType<typeof pageMarks>

const isAfter = ({ by, down }: Ordered, mark: string[]) => {
  const here = sql.join(by.map(({ what }) => what))
  const there = sql.join(by.map(({ type }, i) => sql`${mark[i]}::text::${sql.raw(type)}`))
  return down ? sql<SqlBool>`(${here}) < (${there})` : sql<SqlBool>`(${here}) > (${there})`
}

/**
 * Read some at a time, so that a list of millions that is still on the disk holds nobody up. If the version has changed
 * meanwhile, they are void before they are kept.
 */
const readMarks = async ({ db }: Services, list: Ordered, step: number): Promise<Omit<Marks, 'madeAt'>> => {
  const version = await readVersion(db, list)
  const marks: string[][] = []
  let more: string[][]
  do {
    more = await readSomeMarks(db, list, { step, last: marks.at(-1) })
    marks.push(...more)
  } while (more.length > 0)
  if ((await readVersion(db, list)) !== version) throw new Error('the list moved meanwhile')
  return { version, marks }
}

const readVersion = async (db: Database, { version }: Ordered) => {
  if (!version) return 0
  const { rows } = await sql<{ version: number }>`select ${version} as version`.execute(db)
  return rows[0]?.version ?? 0
}

/** The next marks after the last one. */
const readSomeMarks = async (
  db: Database,
  list: Ordered,
  { step, last }: { step: number; last: string[] | undefined },
): Promise<string[][]> => {
  const { by, down, table, where = ALL } = list
  const order = sql.join(by.map(({ what }) => (down ? sql`${what} desc` : what)))
  const keys = sql.join(by.map(({ what }, i) => sql`${what} as ${sql.ref(`key${i}`)}`))
  const mark = sql.join(by.map((_, i) => sql`${sql.ref(`key${i}`)}::text`))
  const { rows } = await sql<{ marks: string[][] | null }>`
    select array_agg(array[${mark}] order by place) as marks
    from (
      select ${keys}, row_number() over (order by ${order}) as place
      from ${table}
      where ${where} and ${last ? isAfter(list, last) : ALL}
      order by ${order}
      limit ${sql.lit(step * AT_ONCE)}
    ) as placed
    where place % ${sql.lit(step)} = 0`.execute(db)
  return rows[0]?.marks ?? []
}
