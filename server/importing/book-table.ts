import { CsvError, parse } from 'csv-parse/sync'
import { SourceError, TEXTS, type Words } from './import-source.ts'
import { readText } from './source-files.ts'

const CSV = 'quillhouse.csv'
const JSON_FILE = 'quillhouse.json'
export const TABLES = [CSV, JSON_FILE]
const MAX_BYTES = 64_000_000

/** A line of the table beside the books, by the path of its file; with a fault instead of words if it can't be read. */
export type TableRow = { file: string; words: Words; fault?: string }

const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

/** The field of each column, whose name is written in any case, with spaces or without. */
const FIELDS = new Map<string, (typeof TEXTS)[number] | 'file' | 'authors' | 'tags'>([
  ...TEXTS.map((name) => [letters(name), name] as const),
  ...(['file', 'authors', 'tags'] as const).map((name) => [name, name] as const),
  ['author', 'authors'],
  ['caption', 'description'],
  ['license', 'licence'],
])

/** Reads what a table in the folder says of its books. Throws `SourceError` if it can't be read as a whole. */
export const readBookTable = async (root: string): Promise<TableRow[]> => {
  const [csv, json] = await Promise.all(TABLES.map((name) => readText(root, name, MAX_BYTES)))
  if (csv !== undefined && json !== undefined)
    throw new SourceError(`There are both ${CSV} and ${JSON_FILE}: keep one of them.`)
  if (csv !== undefined) return toRows(CSV, readCsv(csv))
  return json === undefined ? [] : toRows(JSON_FILE, readJson(json))
}

/** Spreadsheets separate columns by what their language has for it. */
export const delimiterOf = (text: string): string => {
  const [head = ''] = text.split('\n', 1)
  return [';', '\t'].find((one) => head.split(one).length > head.split(',').length) ?? ','
}

const readCsv = (text: string): Record<string, unknown>[] => {
  try {
    const delimiter = delimiterOf(text)
    return parse(text, {
      bom: true,
      columns: true,
      delimiter,
      skip_empty_lines: true,
      trim: true,
      // Excel leaves out empty cells at the end of a line, and writes those of lines that were emptied.
      relax_column_count_less: true,
      skip_records_with_empty_values: true,
    })
  } catch (error) {
    if (error instanceof CsvError) throw new SourceError(`${CSV} cannot be read: ${error.message}.`)
    throw error
  }
}

const readJson = (text: string): Record<string, unknown>[] => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new SourceError(`${JSON_FILE} cannot be read: ${(error as Error).message}`)
  }
  const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!Array.isArray(parsed) || !parsed.every(isRecord))
    throw new SourceError(`${JSON_FILE} is not a list of objects, one for each book.`)
  return parsed as Record<string, unknown>[]
}

const toRows = (table: string, records: Record<string, unknown>[]): TableRow[] => {
  const unknown = [...new Set(records.flatMap((record) => Object.keys(record)))].filter(
    (name) => name !== '' && !FIELDS.has(letters(name)),
  )
  const columns = ['file', 'author', 'tags', ...TEXTS].join(', ')
  if (unknown.length > 0)
    throw new SourceError(`${table} has columns without a meaning: ${unknown.join(', ')}. The columns are ${columns}.`)
  const rows = records.map(toRow)
  if (rows.some(({ file }) => file === '')) throw new SourceError(`${table} has a line without a file.`)
  return rows
}

const toRow = (record: Record<string, unknown>): TableRow => {
  const words: Words = {}
  let file = ''
  let fault: string | undefined
  for (const [column, value] of Object.entries(record)) {
    const field = FIELDS.get(letters(column))
    const texts = toTexts(value)
    if (!texts) fault = `What ${column} says is neither a text nor a list of texts.`
    if (!field || !texts || texts.length === 0) continue
    if (field === 'file') file = toPath(texts.join(''))
    // A name may have a comma in it.
    else if (field === 'authors') words.authors = split(texts, ';')
    else if (field === 'tags') words.tags = split(texts, /[;,]/)
    else words[field] = texts.join(', ')
  }
  return { file, words, ...(fault !== undefined && { fault }) }
}

const split = (texts: string[], separator: string | RegExp) =>
  texts.flatMap((text) => text.split(separator)).flatMap((part) => part.trim() || [])

/** Undefined for what is no text. */
const toTexts = (value: unknown): string[] | undefined => {
  const all = Array.isArray(value) ? value : [value ?? '']
  if (!all.every((one) => typeof one === 'string' || typeof one === 'number')) return undefined
  return all.map((one) => String(one).trim()).filter((text) => text !== '')
}

const toPath = (text: string) => text.replaceAll('\\', '/').replace(/^\.\//, '')
