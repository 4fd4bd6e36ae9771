import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ZodMiniType } from 'zod/mini'
import { toDetailFields } from '#contract/shapes/detail-fields.ts'
import { genreNamed } from '#contract/shapes/genres.ts'
import { parseChecksums } from '#server/exporting/checksummed.ts'
import {
  BOOK_FILE,
  CHECKSUMS_FILE,
  EXPORT_FORMAT,
  ExportedBook,
  ExportedLibrary,
  LIBRARY_FILE,
  UNFINISHED_FILE,
} from '#server/exporting/export-format.ts'
import { type ImportSource, type LeftOut, type SourceBook, SourceError, type Words } from './import-source.ts'
import { readText } from './source-files.ts'

const MEGABYTE = 1e6
const CHECKSUMS_MAX = 128 * MEGABYTE
const LIBRARY_MAX = 64 * MEGABYTE
const BOOK_MAX = 2 * MEGABYTE

const isThere = async (path: string) => (await lstat(path).catch(() => undefined)) !== undefined

/** One of these files is in the folder of each export. */
export const EXPORT_MARKS: string[] = [LIBRARY_FILE, UNFINISHED_FILE]

/** Whether a folder is an export of this product, finished or not. */
export const isOwnExport = async (root: string): Promise<boolean> => {
  if (await isThere(join(root, UNFINISHED_FILE))) return true
  const marks = await Promise.all([CHECKSUMS_FILE, 'schema'].map((name) => isThere(join(root, name))))
  return marks.includes(true) && (await isThere(join(root, LIBRARY_FILE)))
}

/** The books of an export of this product. What it refers to is verified when it is read. */
export const readOwnExport = async (root: string): Promise<ImportSource> => {
  if (await isThere(join(root, UNFINISHED_FILE)))
    throw new SourceError('This export was not finished: write it again on the other site.')
  const list = await readText(root, CHECKSUMS_FILE, CHECKSUMS_MAX)
  if (list === undefined) throw new SourceError(`${CHECKSUMS_FILE} is missing, so nothing can be verified.`)
  const sums = parseChecksums(list)
  if (!sums) throw new SourceError(`${CHECKSUMS_FILE} is damaged.`)
  const sumOf = (path: string) => sums.get(path)
  const library = await readJson(ExportedLibrary, { root, path: LIBRARY_FILE, sumOf, maxBytes: LIBRARY_MAX })
  const books: SourceBook[] = []
  const refused: LeftOut[] = []
  for (const { folder } of library.books) {
    try {
      const path = `${folder}/${BOOK_FILE}`
      const described = await readJson(ExportedBook, { root, path, sumOf, maxBytes: BOOK_MAX })
      books.push(toSourceBook(described, { folder, exportId: library.id, sumOf }))
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      refused.push({ name: folder, reason: error.message })
    }
  }
  return { kind: 'an export of Quillhouse', root, books, refused, otherFiles: 0 }
}

interface JsonFile {
  root: string
  path: string
  sumOf: (path: string) => string | undefined
  maxBytes: number
}

/** Reads a JSON file of an export. Throws `SourceError` if it is not as its checksum and its schema say. */
export const readJson = async <Schema extends ZodMiniType>(
  schema: Schema,
  { root, path, sumOf, maxBytes }: JsonFile,
): Promise<Schema['_zod']['output']> => {
  const text = await readText(root, path, maxBytes)
  if (text === undefined) throw new SourceError(`${path} is missing.`)
  if (sumOf(path) !== createHash('sha256').update(text).digest('hex'))
    throw new SourceError(`${path} is damaged: its checksum is not that in ${CHECKSUMS_FILE}.`)
  const value = parse(text)
  const { data, error } = schema.safeParse(value)
  if (data !== undefined) return data
  if (typeof value === 'object' && value !== null && 'format' in value && Number(value.format) > EXPORT_FORMAT)
    throw new SourceError('This export was written by a newer version of Quillhouse: upgrade first.')
  const at = error?.issues[0]?.path.join('.')
  throw new SourceError(`${path} does not fit its schema${at ? `, at ${at}` : ''}.`)
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Place {
  folder: string
  exportId: string
  sumOf: (path: string) => string | undefined
}

const toSourceBook = (described: ExportedBook, { folder, exportId, sumOf }: Place): SourceBook => {
  const { file, cover } = described
  if (file.path === undefined) throw new SourceError('The export does not have its file.')
  return {
    name: folder,
    files: [`${folder}/${file.path}`],
    cover: cover.path === undefined ? undefined : `${folder}/${cover.path}`,
    said: toWords(described),
    known: {},
    moved: {
      exportId,
      folder,
      described,
      genre: genreNamed(described.genre),
      sumOf: (path) => sumOf(`${folder}/${path}`),
    },
  }
}

/** Those that a draft lacks come from its file. */
const toWords = (book: ExportedBook): Words => {
  const { title, author, coAuthors = [], description, genre, tags = [] } = book
  const texts = Object.entries({ title, description, genre, ...toDetailFields(book) }).filter(([, text]) => text !== '')
  return { ...Object.fromEntries(texts), ...(author !== '' && { authors: [author, ...coAuthors] }), tags }
}
