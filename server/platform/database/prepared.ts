import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Database } from './connect.ts'

/**
 * Marks a statement that is asked so often that each connection keeps it prepared: first in raw SQL, or by
 * `modifyFront`. Its text must be one of a few: what differs from time to time is a parameter.
 */
export const PREPARED = sql`/* prepared */`

/** So many rows have the lists of our own pages: a plan for each of them is worth its memory. */
const USUAL = new Set([4, 5, 10, 12])

/**
 * How many rows are asked for. Usual numbers are written out: a plan that is kept for any number would have to suit
 * thousands as well. `isUsual` says that the statement may be marked.
 */
export const rowLimit = (rows: number) => {
  const isUsual = USUAL.has(rows)
  return { isUsual, limit: isUsual ? sql.lit(rows) : sql.val(rows) }
}

/** Statements whose text is built once: under one name it is the same but for its values, which stand in it in their order. */
export const builtOnce = () => {
  const texts = new Map<string, string>()
  return <Row>(
    db: Database,
    { name, values }: { name: string; values: unknown[] },
    build: () => RawBuilder<Row>,
  ): Promise<QueryResult<Row>> => {
    const text = texts.get(name)
    if (text !== undefined) return db.executeQuery<Row>(CompiledQuery.raw(text, values))
    const built = build().compile(db)
    if (!isDeepStrictEqual(built.parameters, values)) throw new Error(`${name} has other values than were given`)
    texts.set(name, built.sql)
    return db.executeQuery<Row>(built)
  }
}

const MARKED = /^(?:\w+ )?\/\* prepared \*\//
/** Should more texts than this be marked after all, the later ones are asked as any other. */
const MAX_TEXTS = 200

const names = new Map<string, string>()

const nameOf = (text: string) => {
  const known = names.get(text)
  if (known || names.size >= MAX_TEXTS) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  names.set(text, name)
  return name
}

/** From now on this connection keeps what is marked. */
export const prepareMarked = (client: pg.PoolClient): void => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const preparing = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' && MARKED.test(text) ? nameOf(text) : undefined
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest)
  }
  client.query = preparing as pg.PoolClient['query']
}
