import { basename, dirname, extname, join } from 'node:path'
import { readBookTable, TABLES, type TableRow } from './book-table.ts'
import { CALIBRE_DATABASE } from './calibre-source.ts'
import { type ImportSource, type LeftOut, type SourceBook, SourceError } from './import-source.ts'
import { EXPORT_MARKS, isOwnExport } from './own-export-source.ts'
import { listFiles, openInside } from './source-files.ts'

/** In the order of preference, where a folder has a book in several under one name. */
const EXTENSIONS = ['.epub', '.pdf', '.fb2', '.azw3', '.mobi', '.azw', '.prc']

const placeOf = (path: string) => EXTENSIONS.indexOf(extname(path).toLowerCase())
const stemOf = (path: string) => path.slice(0, -extname(path).length)
const keyOf = (path: string) => path.normalize('NFC')

/**
 * The books below a folder, with what a table in it says of them. Throws `SourceError` if a folder in it is a library
 * of another kind.
 */
export const readFolder = async (root: string): Promise<ImportSource> => {
  const [table, { files, refused }] = await Promise.all([readBookTable(root), listFiles(root)])
  await assertPlain(root, files)
  const found = files.filter((path) => placeOf(path) >= 0)
  const rows = new Map(table.map((row) => [keyOf(row.file), row]))
  const named = Map.groupBy(
    found.filter((path) => rows.has(keyOf(path))),
    stemOf,
  )
  // Two formats are one book, unless the table says that they are two.
  const groups = Map.groupBy(found, (path) => ((named.get(stemOf(path))?.length ?? 0) > 1 ? path : stemOf(path)))
  const books: SourceBook[] = []
  for (const group of groups.values()) {
    const paths = group.toSorted((one, other) => rank(one, rows) - rank(other, rows))
    const [name = ''] = paths
    const row = rows.get(keyOf(name))
    if (row?.fault === undefined) books.push({ name, files: paths, said: row?.words ?? {}, known: {} })
    else refused.push({ name, reason: row.fault })
  }
  const known = new Set(found.map(keyOf))
  const missing = await Promise.all(
    table.filter(({ file }) => !known.has(keyOf(file))).map((row) => refusal(root, row)),
  )
  const otherFiles = files.length - found.length - files.filter((path) => TABLES.includes(path)).length
  return { kind: 'a folder', root, books, refused: [...refused, ...missing], otherFiles }
}

const KIND_PHRASES = { export: 'an export of Quillhouse', calibre: 'a Calibre library' }

/** Refuses libraries in subfolders: read as plain files, drafts of an export would be published and Calibre's metadata lost. */
const assertPlain = async (root: string, files: string[]) => {
  for (const path of files) {
    const folder = dirname(path)
    const isExport = EXPORT_MARKS.includes(basename(path)) && (await isOwnExport(join(root, folder)))
    if (!isExport && basename(path) !== CALIBRE_DATABASE) continue
    const kind = KIND_PHRASES[isExport ? 'export' : 'calibre']
    throw new SourceError(`The folder ${folder} in it is ${kind}: name the folder ${folder}, or a zip archive of it.`)
  }
}

const rank = (path: string, rows: Map<string, TableRow>) => placeOf(path) - (rows.has(keyOf(path)) ? 2 : 0)

/** Why a file that the table names is no book of the folder. */
const refusal = async (root: string, { file }: TableRow): Promise<LeftOut> => {
  try {
    await (await openInside(root, file)).close()
    return {
      name: file,
      reason: 'Books are files that end with .epub, .pdf, .fb2, .azw3 or .mobi, and that are not hidden.',
    }
  } catch (error) {
    if (error instanceof SourceError) return { name: file, reason: error.message }
    throw error
  }
}
