import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type { Database } from './connect.ts'

/** The numbers of rows that our own pages ask for: a plan for each is worth its memory. */
const PAGE_SIZES = new Set([4, 5, 10, 12])

/** A limit as a literal where it is one of a few: the plan of a statement with a parameter must suit thousands of rows as well. */
export const rowLimit = (rows: number) => {
  const isPrepared = PAGE_SIZES.has(rows)
  return { isPrepared, limit: isPrepared ? sql.lit(rows) : sql.val(rows) }
}

/** More distinct texts than this would be a mistake: the later ones are run unprepared. */
const MAX_STATEMENTS = 200

const names = new Map<string, string>()

const prepareText = (text: string): void => {
  if (names.has(text) || names.size >= MAX_STATEMENTS) return
  names.set(text, createHash('sha256').update(text).digest('base64url').slice(0, 20))
}

/** The name under which connections prepare a statement; undefined for one that nobody asked to be prepared. */
export const statementName = (text: string): string | undefined => names.get(text)

/** A query before its text is built. */
interface Buildable<Row> {
  compile: (db: Database) => CompiledQuery<Row>
}

/**
 * A statement that each connection prepares, with its text built once. `build` gets a placeholder for each named value,
 * which it may use more than once.
 */
export const preparedStatement = <Row, Values extends object>(build: (values: Values) => Buildable<Row>) => {
  let built: { text: string; parameters: unknown[] } | undefined
  const compile = (db: Database, names: string[]) => {
    const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]))
    const { sql: text, parameters } = build(placeholders as Values).compile(db)
    prepareText(text)
    return { text, parameters: [...parameters] }
  }
  return async (db: Database, values: Values): Promise<Row[]> => {
    built ??= compile(db, Object.keys(values))
    const parameters = built.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    )
    return (await db.executeQuery<Row>(CompiledQuery.raw(built.text, parameters))).rows
  }
}

/** The same with values in order. */
export const preparedQuery = <Row, Values extends unknown[]>(build: (...values: Values) => Buildable<Row>) => {
  const run = preparedStatement<Row, object>((placeholders) => build(...(Object.values(placeholders) as Values)))
  return (db: Database, ...values: Values): Promise<Row[]> => run(db, values)
}

/** A prepared statement in several forms, which differ in more than their values: each form is built once. */
export const preparedForms = <Row, Values extends unknown[]>() => {
  const forms = new Map<string, (db: Database, ...values: Values) => Promise<Row[]>>()
  return (form: string, build: (...values: Values) => Buildable<Row>) => {
    const known = forms.get(form) ?? preparedQuery(build)
    forms.set(form, known)
    return known
  }
}

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Runs a query that each connection prepares. Its text must be one of a few: what differs is a parameter. */
export const runPrepared = async <Row>(db: Database, query: { compile: () => CompiledQuery<Row> }): Promise<Row[]> => {
  const compiled = query.compile()
  prepareText(compiled.sql)
  return (await db.executeQuery(compiled)).rows
}
