import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
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

/** More distinct texts than this would be a mistake: the later ones are run unprepared. */
const MAX_STATEMENTS = 200

const names = new Map<string, string>()

const prepareText = (text: string): void => {
  if (names.has(text) || names.size >= MAX_STATEMENTS) return
  names.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 20))
}

/** The name under which connections prepare a statement; undefined for one that nobody asked to be prepared. */
export const statementName = (text: string): string | undefined => {
  if (MARKED.test(text)) prepareText(text)
  return names.get(text)
}

/**
 * A statement that each connection prepares, with its text built once. `build` gets a placeholder for each value, which
 * it may use more than once.
 */
export const preparedQuery = <Row, Values extends unknown[]>(build: (...values: Values) => RawBuilder<Row>) => {
  let built: { text: string; parameters: unknown[] } | undefined
  const compile = (db: Database, count: number) => {
    const placeholders = Array.from({ length: count }, (_, i) => new Placeholder(i))
    const { sql: text, parameters } = build(...(placeholders as unknown as Values)).compile(db)
    prepareText(text)
    return { text, parameters: [...parameters] }
  }
  return async (db: Database, ...values: Values): Promise<Row[]> => {
    built ??= compile(db, values.length)
    const parameters = built.parameters.map((value) => (value instanceof Placeholder ? values[value.index] : value))
    return (await db.executeQuery<Row>(CompiledQuery.raw(built.text, parameters))).rows
  }
}

class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/** Runs a query that each connection prepares. Its text must be one of a few: what differs is a parameter. */
export const runPrepared = async <Row>(db: Database, query: { compile: () => CompiledQuery<Row> }): Promise<Row[]> => {
  const compiled = query.compile()
  prepareText(compiled.sql)
  return (await db.executeQuery(compiled)).rows
}
