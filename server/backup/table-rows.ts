import type pg from 'pg'

export interface Table {
  /** Quoted for SQL, like `columns`. */
  name: string
  /** Without generated columns. */
  columns: string
  /** An expression for the bytes of a row as they are stored. */
  bytes: string
}

const FETCH_ROWS = 2000
/** The approximate size of the rows that are read or inserted by one statement. */
const BATCH_SIZE = 4_000_000

/** All tables but unlogged ones, which a crash may empty, and that of migrations, which a backup describes separately. */
export const listTables = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(`
    select quote_ident(relname) as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns,
      string_agg(format('coalesce(pg_column_size(%I), 0)', attname), ' + ') as bytes
    from pg_class
    join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p' and relname <> 'schema_migrations'
    and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname
    order by relname`)
  return rows
}

/** The rows of a query in batches, through a cursor: memory stays bounded. */
export async function* readRows<Row extends pg.QueryResultRow>(
  client: pg.Client,
  query: string,
): AsyncGenerator<Row[]> {
  await client.query(`declare batch no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${FETCH_ROWS} from batch`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close batch')
}

/** The rows of a table as JSON lines, in batches by their size: one row can have a picture of many megabytes. */
export async function* readLines(
  client: pg.Client,
  { name, columns, bytes }: Table,
): AsyncGenerator<{ text: string; rows: number }> {
  const query = `
    select row_to_json(exported)::text as line
    from (select ${columns} from ${name} where ctid = any($1::tid[])) exported`
  const places = readRows<{ place: string; bytes: number }>(
    client,
    `select ctid::text as place, ${bytes} as bytes from ${name}`,
  )
  for await (const found of places)
    for await (const batch of batches(found, (row) => row.bytes)) {
      const { rows } = await client.query<{ line: string }>(query, [batch.map(({ place }) => place)])
      yield { text: rows.map(({ line }) => `${line}\n`).join(''), rows: rows.length }
    }
}

/**
 * Inserts rows in the client's transaction. Triggers are disabled, since the rows already have their effects, and foreign
 * keys are checked when all rows are there.
 */
export const fillTables = async (
  client: pg.Client,
  tables: Table[],
  linesIn: (table: Table) => AsyncIterable<string>,
): Promise<void> => {
  const names = tables.map(({ name }) => name).join(', ')
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`)
  await client.query(`truncate ${names}`)
  for (const table of tables) {
    await client.query(`alter table ${table.name} disable trigger user`)
    for await (const lines of batches(linesIn(table), ({ length }) => length)) await insertLines(client, table, lines)
    await client.query(`alter table ${table.name} enable trigger user`)
  }
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  await resetSequences(client)
  await client.query(`analyze ${names}`)
}

const insertLines = (client: pg.Client, { name, columns }: Table, lines: string[]) =>
  client.query(
    `insert into ${name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${name}, $1)`,
    [`[${lines.join(',')}]`],
  )

async function* batches<T>(items: AsyncIterable<T> | Iterable<T>, sizeOf: (item: T) => number) {
  let batch: T[] = []
  let size = 0
  for await (const item of items) {
    batch.push(item)
    size += sizeOf(item)
    if (size < BATCH_SIZE) continue
    yield batch
    ;[batch, size] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

/** The next value of each identity column follows the greatest that was restored. */
const resetSequences = async (client: pg.Client) => {
  const { rows } = await client.query<{ table: string; name: string; column: string }>(`
    select attrelid::regclass::text as "table", quote_ident(attname) as name, attname as column
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where attidentity <> '' and relnamespace = 'public'::regnamespace`)
  for (const { table, name, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest((select max(${name}) from ${table}), 1))`,
      [table, column],
    )
}
