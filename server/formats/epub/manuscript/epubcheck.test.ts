import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testData } from '#server/testing/test-site.ts'
import { createFlowReader } from '#server/formats/pdf/text/read-flow.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { toKepub } from '#server/formats/epub/kepub/to-kepub.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { PNG } from '#server/testing/book-form.ts'
import { convertManuscript } from './convert-manuscript.ts'
import { pagesToEpub } from './pages-to-epub.ts'
import { checkEpubs, hasEpubCheck } from './testing-epubcheck.ts'
import { aChaptered, allSamples } from './testing-manuscripts.ts'

/** Real PDFs with good text, the language that is said of them, and their numbers of pages and least of chapters. */
const PDFS = [
  ['alice-en-69p.pdf', 'en', 69, 12],
  ['debian-history-ja-28p.pdf', null, 28, 5],
  ['debian-install-ru-128p.pdf', 'ru', 128, 10],
  ['libpari-en-427p.pdf', 'en-US', 427, 8],
  ['vicksburg-scan-ocr-6p.pdf', null, 6, 1],
] as const

/** Manuscripts of other programs and of beginners. */
const CASES = [
  'source-mill.fodt',
  'source-rich.md',
  'm10-formulas.md',
  'math2.md',
  'r22-breaks.docx',
  'r22-word.docx',
  ...[
    'd1-list-kind-overridden',
    'd2-bookmark-before-heading',
    'd4-raised-and-lowered',
    'd7-languages',
    'd14-looks',
  ].map((name) => `${name}.docx`),
  ...['d16-clauses', 'd17-checkbox-bullets', 'd20-chapters-without-heading-styles', 'd27-table-in-table'].map(
    (name) => `${name}.docx`,
  ),
  ...['d28-link-field-with-anchor', 'd29-fields-without-result', 'd31-fallback-picture', 'd33-small-things'].map(
    (name) => `${name}.docx`,
  ),
]

/** What is measured as well: tables, lists, captions and languages of pandoc's Markdown. */
const SOURCES = ['ledger.md', 'tongues.md']

const aCover = () =>
  sharp({ create: { width: 64, height: 96, channels: 3, background: '#204060' } })
    .jpeg()
    .toBuffer()

const CATALOGUED = {
  id: '01a22098-7c1e-7000-8000-0123456789ab',
  coAuthors: ['Ottoline & <Marsh>'],
  series: { name: 'The Lantern Road', position: '1.5' },
  publisher: 'Lamp & Oil',
  isbn: '9780306406157',
  subjects: ['lamps', 'night'],
  published: '1924',
  licence: 'https://creativecommons.org/licenses/by-sa/4.0/',
  modified: '2026-11-28T10:00:00.123Z',
}

test.skipIf(!hasEpubCheck)(
  'EPUBCheck finds no error and no warning in what is made of manuscripts',
  { timeout: 300_000 },
  async () => {
    const epubs: Uint8Array[] = []
    for (const [, { fileName, bytes }] of allSamples())
      epubs.push((await convertManuscript({ fileName, bytes, words: {} })).epub)
    for (const fileName of hasCases ? CASES : []) {
      const bytes = caseFile(fileName)
      epubs.push((await convertManuscript({ fileName, bytes, words: { chaptersByLooks: true } })).epub)
    }
    for (const name of SOURCES) {
      const data = await readFile(new URL(`../../../../tests/measure/sources/${name}`, import.meta.url))
      const pictures = ['boat.png', 'mill.png'].map((picture) => ({ name: picture, data: PNG }))
      const bytes = aZip([{ name, data }, ...pictures])
      epubs.push((await convertManuscript({ fileName: 'a.zip', bytes, words: {} })).epub)
    }
    const { manuscript = new Uint8Array() } = await convertManuscript(aChaptered())
    const again = { fileName: 'a.zip', bytes: Buffer.from(manuscript), words: {} }
    epubs.push((await convertManuscript(again)).epub)
    // Some have covers of their own.
    const books = allSamples().filter(([name]) => /^(?:FictionBook|MOBI)/.test(name))
    for (const cover of [undefined, await aCover()])
      for (const task of [again, ...books.map(([, sample]) => ({ ...sample, words: {} }))])
        epubs.push((await convertManuscript({ ...task, entry: { catalogued: CATALOGUED, cover } })).epub)
    expect(await checkEpubs(epubs)).toEqual([])
  },
)

test.skipIf(!hasEpubCheck)(
  'EPUBCheck finds no error and no warning in KEPUBs of what is made of manuscripts',
  { timeout: 300_000 },
  async () => {
    const kepubs: Uint8Array[] = []
    for (const [, { fileName, bytes }] of allSamples())
      kepubs.push(await toKepub((await convertManuscript({ fileName, bytes, words: {} })).epub))
    expect(await checkEpubs(kepubs)).toEqual([])
  },
)

test.skipIf(!hasEpubCheck || !testData('pdf'))(
  'EPUBCheck finds no error and no warning in what is made of the pages of PDFs',
  { timeout: 300_000 },
  async () => {
    const reader = createFlowReader()
    const cover = await aCover()
    try {
      const epubs: Uint8Array[] = []
      for (const [name, language, pageCount, chaptersAtLeast] of PDFS) {
        const pdf = await readFile(testData(`pdf/${name}`) ?? '')
        const stored = { bytes: async () => pdf, part: async () => pdf }
        const { blocks } = await reader.read(stored, new AbortController().signal)
        const words = { title: name, subtitle: '', author: 'Ida Fenn', description: '', language }
        const pages = { blocks, pageCount, words, catalogued: CATALOGUED, cover }
        const { file, marks } = pagesToEpub(pages)
        epubs.push(file)
        expect(Buffer.from(pagesToEpub(pages).file).equals(file)).toBe(true)
        expect(marks).toHaveLength(pageCount)
        const { manifest, chapters } = await ingest(Buffer.from(file))
        expect(manifest.findings).toEqual([])
        expect(manifest.pageList).toHaveLength(pageCount)
        expect(chapters.length).toBeGreaterThan(chaptersAtLeast)
      }
      expect(await checkEpubs(epubs)).toEqual([])
    } finally {
      reader.close()
    }
  },
)
