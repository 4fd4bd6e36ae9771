import type pg from 'pg'

export interface Table {
  /** As SQL writes it, like `columns`. */
  name: string
  /** Those that are written; PostgreSQL makes the others from them. */
  columns: string
}

const ROWS = 2000
/** One statement fills in about so much text. */
const BATCH_CHARS = 4_000_000

/** The tables of the product, but the one of its migrations, which say how the others are made. */
export const listTables = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(`
    select quote_ident(relname) as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class
    join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
    and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname
    order by relname`)
  return rows
}

/** The rows of a query, some at a time: however many there are, they never stand in memory together. */
export async function* rowsOf<Row extends pg.QueryResultRow>(client: pg.Client, query: string): AsyncGenerator<Row[]> {
  await client.query(`declare reading no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS} from reading`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close reading')
}

/** A table as text, a line of JSON for each row, and how many rows it has. */
export async function* linesOf(
  client: pg.Client,
  { name, columns }: Table,
): AsyncGenerator<{ text: string; rows: number }> {
  const query = `select row_to_json(kept)::text as line from (select ${columns} from ${name}) kept`
  for await (const rows of rowsOf<{ line: string }>(client, query))
    yield { text: rows.map(({ line }) => `${line}\n`).join(''), rows: rows.length }
}

/**
 * Puts rows into the tables as they were, in the client's transaction: what triggers did to them is in them already, and
 * whether each row finds those it points at is looked at when all are there.
 */
export const fillTables = async (
  client: pg.Client,
  tables: Table[],
  linesIn: (table: Table) => AsyncIterable<string>,
): Promise<void> => {
  const names = tables.map(({ name }) => name).join(', ')
  const { rows: links } = await client.query<{ owner: string; name: string; definition: string }>(`
    select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { owner, name } of links) await client.query(`alter table ${owner} drop constraint ${name}`)
  await client.query(`truncate ${names}`)
  for (const table of tables) {
    await client.query(`alter table ${table.name} disable trigger user`)
    for await (const lines of batches(linesIn(table))) await insertLines(client, table, lines)
    await client.query(`alter table ${table.name} enable trigger user`)
  }
  for (const { owner, name, definition } of links)
    await client.query(`alter table ${owner} add constraint ${name} ${definition}`)
  await continueNumbers(client)
  await client.query(`analyze ${names}`)
}

const insertLines = (client: pg.Client, { name, columns }: Table, lines: string[]) =>
  client.query(
    `insert into ${name} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${name}, $1)`,
    [`[${lines.join(',')}]`],
  )

async function* batches(lines: AsyncIterable<string>) {
  let batch: string[] = []
  let chars = 0
  for await (const line of lines) {
    batch.push(line)
    chars += line.length
    if (chars < BATCH_CHARS) continue
    yield batch
    ;[batch, chars] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

/** The next number that a column counts by itself follows the last that is there. */
const continueNumbers = async (client: pg.Client) => {
  const { rows } = await client.query<{ owner: string; name: string; column: string }>(`
    select attrelid::regclass::text as owner, quote_ident(attname) as name, attname as column
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where attidentity <> '' and relnamespace = 'public'::regnamespace`)
  for (const { owner, name, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest((select max(${name}) from ${owner}), 1))`,
      [owner, column],
    )
}
