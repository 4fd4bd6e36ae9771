import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openBookInspector } from '#server/formats/formats.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { aPdf } from '#server/testing/book-form.ts'
import { makePendingCovers } from '#server/publishing/pending-covers.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'
import { type ImportOptions, prepareImport, runImport } from './import-library.ts'

/** Opens a site for the tests of a file, and gives each test an author and a folder of its own. */
export const beforeImports = (
  give: (given: { site: TestSite; author: Person; folder: string }) => void,
  options: Parameters<typeof openTestSite>[0] = {},
) => {
  let site: TestSite
  beforeAll(async () => {
    site = await openTestSite(options)
  })
  afterAll(() => site.close())
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quillhouse-import-'))
    give({ site, author: await site.anAuthor(), folder })
    return () => rm(folder, { recursive: true, force: true })
  })
}

/** The rows of all books of a person, by title. */
export const booksOf = ({ services }: TestSite, { _id }: Person) =>
  services.db.selectFrom('books').selectAll().where('publisherId', '=', _id).orderBy('title').execute()

export const titlesOf = async (site: TestSite, author: Person) =>
  (await booksOf(site, author)).map(({ title }) => title)

/** A PDF that no other has the bytes of. */
export const pdfOf = (name: string): Buffer => {
  const pdf = aPdf()
  return Buffer.concat([pdf.subarray(0, 9), Buffer.from(`% ${name}\n`), pdf.subarray(9)])
}

/** An EPUB with this title, and further elements of its metadata. */
export const epubOf = (title: string, metadata = ''): Buffer =>
  anEpub({
    metadata: `<dc:title>${title}</dc:title><dc:language>en</dc:language>${metadata}`,
    chapters: { one: `<p>${title}.</p>` },
  })

/** Writes files below a folder, by their paths. */
export const writeFiles = async (folder: string, files: Record<string, string | Buffer>) => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

export const inspector = openBookInspector()

/** Makes the covers of imported books as the job does, in the processes of the tests. */
export const makeCovers = ({ services }: TestSite) =>
  makePendingCovers(services, new AbortController().signal, () => ({
    images: services.images,
    inspect: inspector.inspect,
    close: () => {},
  }))

/** Imports a folder as the command does, and returns the lines of the report by file. */
export const importInto = async (
  { services }: TestSite,
  options: Pick<ImportOptions, 'source' | 'email'> & Partial<ImportOptions>,
  run: Partial<Parameters<typeof runImport>[2]> = {},
) => {
  const all: ImportOptions = { isDryRun: false, addsDuplicates: false, rights: undefined, covers: 'own', ...options }
  const prepared = await prepareImport(services, all, {})
  const result = await runImport(services, prepared, { inspect: inspector.inspect, atOnce: 3, ...run })
  const rows = parse(await readFile(result.reportFile), { columns: true }) as Record<string, string>[]
  return { ...result, genresFile: prepared.genresFile, rows: new Map(rows.map(({ file = '', ...row }) => [file, row])) }
}
