import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { readTree } from '#server/formats/epub/xml-tree.ts'
import { PNG } from '#server/testing/book-form.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { MISSING, unpackWritingTools, type WritingTools } from '#tests/writing-tools.ts'
import { compareBooks } from './compare-books.ts'
import { readEpubFile } from './read-epub-file.ts'
import { wordsOfBook } from './words-of-book.ts'

/** An export of LibreOffice whose pages are pictures of SVG with their words. */
const FIXED = 'epub:EPUB:layout=fixed'

/** Pandoc takes that of a book which names none from the settings of the machine. */
const LANGUAGE = ['-M', 'lang=en-GB']

let tools: WritingTools | undefined
const folders: string[] = []
beforeAll(async () => {
  if (hasCases) tools = await unpackWritingTools()
}, 600_000)
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** The source as EPUB, as each tool writes it. */
const write = async ({ run }: WritingTools, source: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-epubs-'))
  folders.push(folder)
  await writeFile(join(folder, source), caseFile(source))
  for (const name of ['boat.png', 'mill.png']) await writeFile(join(folder, name), PNG)
  const office = (from: string, to: string, into: string) =>
    run('soffice', ['--convert-to', to, '--outdir', into, from], folder)
  if (source.endsWith('.md'))
    for (const to of ['docx', 'odt', 'html']) await run('pandoc', [source, '-s', '-o', `book.${to}`], folder)
  else {
    for (const to of ['odt', 'docx:MS Word 2007 XML', 'html:HTML (StarWriter)']) await office(source, to, '.')
    const name = source.replace('.fodt', '')
    for (const to of ['odt', 'docx', 'html'])
      await writeFile(join(folder, `book.${to}`), await readFile(join(folder, `${name}.${to}`)))
  }
  const from = source.endsWith('.md') ? source : 'book.odt'
  for (const kind of ['epub3', 'epub2'])
    await run('pandoc', [from, '-t', kind, ...LANGUAGE, '-o', `pandoc-${kind}.epub`], folder)
  // Calibre reads no Word file that has an index without places.
  const ofCalibre = source.endsWith('.md') ? ['docx', 'odt', 'html'] : ['odt', 'html']
  for (const to of ofCalibre) await run('ebook-convert', [`book.${to}`, `calibre-${to}.epub`], folder)
  await office('book.odt', 'epub', 'reflowable')
  await office('book.odt', FIXED, 'fixed')
  return Promise.all(
    [
      'pandoc-epub3.epub',
      'pandoc-epub2.epub',
      'reflowable/book.epub',
      'fixed/book.epub',
      ...ofCalibre.map((from) => `calibre-${from}.epub`),
    ].map(async (name) => ({ name, epub: await readFile(join(folder, name)) })),
  )
}

/** The words of pages that are pictures. */
const wordsOfDrawings = (drawings: { path: string; svg: string }[]) =>
  wordsOfBook({
    manifest: { direction: 'ltr', metadata: { languages: [] } },
    chapters: drawings
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
      .map(({ path, svg }) => ({ path, tree: readTree(svg) })),
  })

test.skipIf(!hasCases).for(['source-rich.md', 'source-mill.fodt'])(
  'the EPUBs that tools make of %s are read whole',
  { timeout: 600_000 },
  async (source, { skip }) => {
    if (!tools) return skip(MISSING)
    const differences: Record<string, string[]> = {}
    const counts: Record<string, number> = {}
    for (const { name, epub } of await write(tools, source)) {
      const inFile = wordsOfBook(await readEpubFile(epub))
      const { chapters, manifest, resources } = await ingest(epub)
      const zip = await openZip(epub)
      const drawn = wordsOfDrawings(
        zip.names
          .filter((path) => path.endsWith('.svg'))
          .map((path) => ({ path, svg: zip.read(path)?.toString() ?? '' })),
      )
      counts[name] = inFile.length + drawn.length
      const drawings = [...resources.values()]
        .filter(({ path }) => path.endsWith('.svg'))
        .map(({ path, content }) => ({ path, svg: content.toString() }))
      differences[name] = [
        ...compareBooks(inFile, wordsOfBook({ chapters, manifest })),
        ...compareBooks(drawn, wordsOfDrawings(drawings)),
      ]
      if (name.startsWith('fixed')) expect([drawn.length > 100, manifest.layout]).toEqual([true, 'pre-paginated'])
    }
    console.info(`words of ${source}: ${JSON.stringify(counts)}`)
    expect(differences).toEqual(Object.fromEntries(Object.keys(counts).map((name) => [name, []])))
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(100)
  },
)
