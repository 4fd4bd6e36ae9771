import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { convertManuscript } from '#server/formats/epub/manuscript/convert-manuscript.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { PNG } from '#server/testing/book-form.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { MISSING, unpackWritingTools, type WritingTools } from '#tests/writing-tools.ts'
import { compareBooks } from './compare-books.ts'
import { readEpubFile } from './read-epub-file.ts'
import { wordsOfBook } from './words-of-book.ts'
import { wordsOfSource } from './words-of-source.ts'

const SOURCES = ['ledger.md', 'tongues.md', 'merged.html', ...(hasCases ? ['source-rich.md'] : [])]

/** Where a book may differ from its source: what a tool does not write, or says by looks alone. */
const KNOWN: { reason: string; files: RegExp; isIt: RegExp }[] = [
  {
    reason: 'Styles of Word and LibreOffice make captions italic and the heads of tables bold.',
    files: /\.(?:docx|odt)$/,
    isIt: /^marks: .*“(.*)” became “(?:\1 ?(?:em|strong)|(?:em|strong) ?\1|em strong)”$/,
  },
  {
    reason: 'Pandoc writes code and quotations of definitions as paragraphs after them.',
    files: /\.(?:docx|odt)$/,
    isIt: /^list: .*“dd” became “”$/,
  },
  {
    reason: 'Pandoc writes quotations in quotations as one.',
    files: /\.(?:docx|odt)$/,
    isIt: /^quote: .*“>>” became “>”$/,
  },
  {
    reason: 'Pandoc writes no languages into Word files.',
    files: /(?:^p\.docx|^from-word\.odt)$/,
    isIt: /^lang: .*“\w+” became “(?:\w*)”$/,
  },
  {
    reason: 'Pandoc writes no descriptions of pictures into OpenDocument files.',
    files: /(?:^p\.odt|^from-odt\.docx)$/,
    isIt: /^(?:lost: \[picture: .*\] |added: \[picture: \] )\(/,
  },
  {
    reason: 'LibreOffice counts with numbers in the nested lists of pandoc, whose styles have one level.',
    files: /^from-odt\.docx$/,
    isIt: /^list: .*“.* > [a-zIV]+” became “.* > \d+”$/,
  },
  {
    reason: 'LibreOffice fills fields anew: references to a point, dates, what it does not know, and placeholders.',
    files: /^source-mill\./,
    isIt: /^(?:(?:lost|added): (?:Grinding|1 January|01 \. 01 \. 2024|uservalue|<|>?\.) \(|after: (?:,|fill): )/,
  },
  {
    reason: 'LibreOffice writes into Word files the language that Hebrew letters have in its settings.',
    files: /^source-mill\.docx$/,
    isIt: /^lang: .*“” became “he”$/,
  },
  {
    reason: 'Pandoc 2 prints the name of a table in braces, which is the place of links here.',
    files: /\.(?:zip)$/,
    isIt: /^lost: \{# tbl : one \} /,
  },
]

const unknownIn = (name: string, found: string[]) =>
  found.filter((one) => !KNOWN.some(({ files, isIt }) => files.test(name) && isIt.test(one)))

let tools: WritingTools | undefined
const folders: string[] = []
beforeAll(async () => {
  tools = await unpackWritingTools()
}, 600_000)
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** The source in all formats, each as its tool writes it. */
const write = async ({ run }: WritingTools, source: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-measure-'))
  folders.push(folder)
  const isCase = source.startsWith('source-')
  const bytes = isCase ? caseFile(source) : await readFile(join(import.meta.dirname, 'sources', source))
  await writeFile(join(folder, source), bytes)
  for (const name of ['boat.png', 'mill.png']) await writeFile(join(folder, name), PNG)
  const pandoc = (...args: string[]) => run('pandoc', [source, '-s', ...args], folder)
  for (const name of ['p.docx', 'p.odt', 'p.epub']) await pandoc('-o', name)
  await pandoc('-t', 'markdown', '-o', 'p.md')
  const office = async (from: string, to: string, name: string) => {
    await run('soffice', ['--convert-to', to, '--outdir', 'office', from], folder)
    return readFile(join(folder, 'office', name))
  }
  const zipped = (name: string, data: Buffer | string) =>
    aZip([
      { name, data },
      { name: 'boat.png', data: PNG },
      { name: 'mill.png', data: PNG },
    ])
  const of = (name: string) => readFile(join(folder, name))
  const files = new Map<string, Buffer>()
  if (source.endsWith('.md')) {
    files.set('own.zip', zipped('own.md', bytes))
    files.set('p.zip', zipped('p.md', await of('p.md')))
  }
  for (const name of ['p.docx', 'p.odt', 'p.epub']) files.set(name, await of(name))
  files.set('from-odt.docx', await office('p.odt', 'docx:MS Word 2007 XML', 'p.docx'))
  files.set('from-word.odt', await office('p.docx', 'odt', 'p.odt'))
  await run('ebook-convert', ['p.docx', 'calibre.epub'], folder)
  const others = new Map([
    ['calibre.epub', await of('calibre.epub')],
    ['office.epub', await office('p.odt', 'epub', 'p.epub')],
  ])
  return { files, others, json: await pandoc('-t', 'json') }
}

const publish = async (fileName: string, bytes: Buffer) => {
  const epub = fileName.endsWith('.epub')
    ? bytes
    : Buffer.from((await convertManuscript({ fileName, bytes, words: {} })).epub)
  return ingest(epub)
}

test.for(SOURCES)(
  '%s is in the book of each of its formats, word by word',
  { timeout: 600_000 },
  async (source, { skip }) => {
    if (!tools) return skip(MISSING)
    const { files, others, json } = await write(tools, source)
    const expected = wordsOfSource(json)
    expect(expected.length).toBeGreaterThan(50)
    const differences: Record<string, string[]> = {}
    for (const [name, bytes] of files) {
      differences[name] = unknownIn(name, compareBooks(expected, wordsOfBook(await publish(name, bytes))))
    }
    // These say by their style sheets what the source is: what they have is what counts.
    for (const [name, bytes] of others)
      differences[name] = compareBooks(wordsOfBook(await readEpubFile(bytes)), wordsOfBook(await publish(name, bytes)))
    expect(differences).toEqual(Object.fromEntries(Object.keys(differences).map((name) => [name, []])))
  },
)

test.skipIf(!hasCases)(
  'a rich file of LibreOffice is the same book in each of its formats',
  { timeout: 600_000 },
  async ({ skip }) => {
    if (!tools) return skip(MISSING)
    const source = 'source-mill.fodt'
    const folder = await mkdtemp(join(tmpdir(), 'quillhouse-measure-'))
    folders.push(folder)
    await writeFile(join(folder, source), caseFile(source))
    const expected = wordsOfBook(await publish(source, caseFile(source)))
    const differences: Record<string, string[]> = {}
    for (const [name, filter] of [
      ['source-mill.odt', 'odt'],
      ['source-mill.docx', 'docx:MS Word 2007 XML'],
    ] as const) {
      await tools.run('soffice', ['--convert-to', filter, '--outdir', 'office', source], folder)
      const written = await readFile(join(folder, 'office', name))
      differences[name] = unknownIn(name, compareBooks(expected, wordsOfBook(await publish(name, written))))
    }
    expect(differences).toEqual({ 'source-mill.odt': [], 'source-mill.docx': [] })
  },
)
