import type pg from 'pg'

type Column = {
  table: string
  column: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isAlways: boolean
}

const TYPES: Record<string, string> = {
  bool: 'boolean',
  bpchar: 'string',
  bytea: 'Buffer',
  citext: 'string',
  date: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'number',
  text: 'string',
  timestamptz: 'Timestamp',
  tsvector: 'string',
  uuid: 'string',
  varchar: 'string',
}

const HEAD = `// Derived from migrations/ by scripts/derive-tables.ts: run it after each new migration.
import type { ColumnType, GeneratedAlways } from 'kysely'

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
`

/** `tables.ts` of a migrated database. */
export const deriveTables = async (pool: pg.Pool) => {
  const columns = await readColumns(pool)
  const tables = [...Map.groupBy(columns, ({ table }) => table)]
  const head = columns.some(({ isAlways }) => isAlways) ? HEAD : HEAD.replace(', GeneratedAlways', '')
  const interfaces = tables.map(([table, tableColumns]) =>
    block(
      typeName(table),
      tableColumns.map((column) => `${camel(column.column)}: ${typeOf(column)}`),
    ),
  )
  return [
    head,
    ...interfaces,
    block(
      'Tables',
      tables.map(([table]) => `${camel(table)}: ${typeName(table)}`),
    ),
  ].join('\n')
}

const readColumns = async (pool: pg.Pool) => {
  const { rows } = await pool.query<Column>(`
    select c.table_name as "table",
           c.column_name as "column",
           c.udt_name as type,
           c.is_nullable = 'YES' as "isNullable",
           c.column_default is not null or c.is_identity = 'YES' as "hasDefault",
           c.is_generated = 'ALWAYS' or c.identity_generation is not distinct from 'ALWAYS' as "isAlways"
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and table_name <> 'schema_migrations'
    order by table_name collate "C", c.ordinal_position`)
  return rows
}

const block = (name: string, lines: string[]) =>
  `export interface ${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`

const typeOf = ({ table, column, type, isNullable, hasDefault, isAlways }: Column) => {
  const isArray = type.startsWith('_')
  const name = TYPES[isArray ? type.slice(1) : type]
  if (!name) throw new Error(`${table}.${column} is of type ${type}, which derive-tables.ts doesn't know.`)
  const value = `${name}${isArray ? '[]' : ''}${isNullable ? ' | null' : ''}`
  if (isAlways) return `GeneratedAlways<${value}>`
  return hasDefault ? `Generated<${value}>` : value
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const typeName = (table: string) => camel(`_${table}`)
