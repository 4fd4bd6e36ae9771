/** Reads the database of a Calibre library in a confined process: `calibre-worker.ts USER DATABASE`. Prints a line of JSON for each book. */
import { DatabaseSync } from 'node:sqlite'

const [, , user, path = ''] = process.argv
const HEAP_BYTES = 64 * 1024 * 1024
const TEXT_MAX_BYTES = 200_000
const ROWS_MAX = 2_000_000
/** The most things of each kind that are linked to a book, such as tags. */
const LINKED_MAX = 100
/** Tables with these columns are read; anything else that calls itself so is refused. */
const COLUMNS = {
  books: ['id', 'title', 'path', 'pubdate', 'series_index', 'has_cover'],
  authors: ['id', 'name'],
  books_authors_link: ['book', 'author'],
  tags: ['id', 'name'],
  books_tags_link: ['book', 'tag'],
  series: ['id', 'name'],
  books_series_link: ['book', 'series'],
  languages: ['id', 'lang_code'],
  books_languages_link: ['book', 'lang_code'],
  comments: ['book', 'text'],
  identifiers: ['book', 'type', 'val'],
  data: ['book', 'format', 'name'],
} as const

/** Tables, with their columns, that not every library has. */
const OPTIONAL = {
  publishers: ['id', 'name'],
  books_publishers_link: ['book', 'publisher'],
  ratings: ['id', 'rating'],
  books_ratings_link: ['book', 'rating'],
  custom_columns: ['id', 'name', 'normalized'],
} as const
const CUSTOM_MAX = 100

type Row = Record<string, string | number | null>

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
// It is a copy that nobody writes to, so no journal is looked for.
const database = new DatabaseSync(new URL(`file://${encodeURI(path)}?immutable=1`), { readOnly: true })
if (Number(user) > 0) {
  process.setgroups?.([])
  process.setgid?.(Number(user))
  process.setuid?.(Number(user))
}
for (const pragma of [`hard_heap_limit=${HEAP_BYTES}`, 'trusted_schema=off', 'cell_size_check=on', 'mmap_size=0'])
  database.prepare(`pragma ${pragma}`).all()

/** Views, virtual tables and computed columns would run what the file says. */
const assertPlain = (table: string, columnsOfTable: readonly string[]) => {
  const found = database.prepare('select type, sql from sqlite_schema where name = ?').all(table)
  const isPlain =
    found.length === 1 && found[0]?.['type'] === 'table' && /^create\s+table\b/i.test(String(found[0]?.['sql']))
  if (!isPlain) throw new Error(`it has no table ${table}`)
  const columns = database.prepare(`pragma table_xinfo(${table})`).all()
  for (const name of columnsOfTable)
    if (!columns.some((column) => column['name'] === name && column['hidden'] === 0))
      throw new Error(`its table ${table} has no column ${name}`)
}

/** Values of other types, and those that are too long, are null. */
function* rowsOf(table: string, names: readonly string[] = COLUMNS[table as keyof typeof COLUMNS]): Generator<Row> {
  assertPlain(table, names)
  const columns = names.map(
    (name) =>
      `case when typeof(${name}) in ('integer', 'real') or (typeof(${name}) = 'text' and octet_length(${name}) <= ${TEXT_MAX_BYTES}) then ${name} end as ${name}`,
  )
  let count = 0
  for (const row of database
    .prepare(`select ${columns.join(', ')} from ${table} not indexed order by rowid`)
    .iterate()) {
    if ((count += 1) > ROWS_MAX) throw new Error(`its table ${table} has too many rows`)
    yield row as Row
  }
}

const hasTable = (table: string) =>
  database.prepare('select 1 from sqlite_schema where name = ?').get(table) !== undefined

/** None of a table that isn't there. */
const optionalRows = (table: string, columns: readonly string[]): Iterable<Row> =>
  hasTable(table) ? rowsOf(table, columns) : []

/** What is linked to each book, by its id. */
const linked = (links: keyof typeof COLUMNS, column: string, table: keyof typeof COLUMNS, name = 'name') =>
  joined(rowsOf(links), column, rowsOf(table), name)

const optional = (
  links: 'books_publishers_link' | 'books_ratings_link',
  column: string,
  table: 'publishers' | 'ratings',
  name: string,
) => joined(optionalRows(links, OPTIONAL[links]), column, optionalRows(table, OPTIONAL[table]), name)

const joined = (links: Iterable<Row>, column: string, rows: Iterable<Row>, name: string) => {
  const names = new Map([...rows].map((row) => [row['id'], row[name]]))
  const byBook = new Map<unknown, unknown[]>()
  for (const row of links) {
    const value = names.get(row[column] ?? null)
    if (value !== undefined && value !== null) collect(byBook, row['book'], String(value))
  }
  return byBook
}

const grouped = (table: keyof typeof COLUMNS, valueOf: (row: Row) => unknown) => {
  const byBook = new Map<unknown, unknown[]>()
  for (const row of rowsOf(table)) collect(byBook, row['book'], valueOf(row))
  return byBook
}

const collect = (byBook: Map<unknown, unknown[]>, book: unknown, value: unknown) => {
  const all = byBook.get(book)
  if (!all) byBook.set(book, [value])
  else if (all.length < LINKED_MAX) all.push(value)
}

/** The values of the columns that its owner added, by the book: pairs of the column's name and its value. */
const customColumns = () => {
  const byBook = new Map<unknown, unknown[]>()
  for (const { id, name, normalized } of [...optionalRows('custom_columns', OPTIONAL.custom_columns)].slice(
    0,
    CUSTOM_MAX,
  )) {
    if (typeof id !== 'number' || !Number.isSafeInteger(id)) continue
    const table = `custom_column_${id}`
    const values =
      normalized === 1
        ? joined(
            optionalRows(`books_${table}_link`, ['book', 'value']),
            'value',
            optionalRows(table, ['id', 'value']),
            'value',
          )
        : joinedToSelf(optionalRows(table, ['book', 'value']))
    for (const [book, all] of values)
      for (const value of all) if (String(value).trim() !== '') collect(byBook, book, [String(name), String(value)])
  }
  return byBook
}

const joinedToSelf = (rows: Iterable<Row>) => {
  const byBook = new Map<unknown, unknown[]>()
  for (const { book, value } of rows) if (value !== null) collect(byBook, book, value)
  return byBook
}

const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const authors = linked('books_authors_link', 'author', 'authors')
  const tags = linked('books_tags_link', 'tag', 'tags')
  const series = linked('books_series_link', 'series', 'series')
  const languages = linked('books_languages_link', 'lang_code', 'languages', 'lang_code')
  const comments = grouped('comments', ({ text }) => text)
  const identifiers = grouped('identifiers', ({ type, val }) => [type, val])
  const formats = grouped('data', ({ format, name }) => [format, name])
  const publishers = optional('books_publishers_link', 'publisher', 'publishers', 'name')
  const ratings = optional('books_ratings_link', 'rating', 'ratings', 'rating')
  const custom = customColumns()
  for (const book of rowsOf('books')) {
    const of = (all: Map<unknown, unknown[]>) => all.get(book['id']) ?? []
    print({
      ...book,
      authors: of(authors),
      tags: of(tags),
      series: of(series)[0] ?? null,
      languages: of(languages),
      comment: of(comments)[0] ?? null,
      identifiers: of(identifiers),
      formats: of(formats),
      publishers: of(publishers),
      ratings: of(ratings),
      custom: of(custom),
    })
  }
  print({ end: true })
} catch (error) {
  print({ fault: (error as Error).message.slice(0, 200) })
}
