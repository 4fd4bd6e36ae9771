import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAPER_SIZES } from '#contract/values/paper.ts'
import type { BookToTypeset } from '#server/formats/book-format.ts'
import { createEpubInspector } from '#server/formats/epub/inspect-epub.ts'
import { openEdition } from '#server/formats/epub/read-edition.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { epubBytes, KNOWN_EPUBS } from '#server/formats/epub/testing-real-epubs.ts'
import { pageReaderOf } from '#server/formats/formats.ts'
import { cpuMs } from '#server/platform/sandbox/sandboxed-process.ts'
import { MISSING, unpackPdfTools } from '#tests/pdf-tools.ts'
import { createTypesetter } from './paper-process.ts'

const TIMEOUT = 300_000
const MEGABYTE = 1024 * 1024

/** Of five scripts, with pictures, tables, notes and formulas. */
const REAL = [
  'childrens-literature',
  'georgia-cfi',
  'israelsailing',
  'linear-algebra',
  'moby-dick',
  'pride-and-prejudice',
  'regime-anticancer-arabic',
  'trees',
  'wasteland-otf-obf',
].filter((name) => KNOWN_EPUBS.some(({ file }) => file === `${name}.epub`))

const written = (title: string, language: string, paragraph: string) =>
  anEpub({
    metadata: `<dc:title>${title}</dc:title><dc:language>${language}</dc:language>`,
    chapters: { one: `<h1>${title}</h1>${`<p>${paragraph.repeat(4)}</p>`.repeat(30)}` },
  })
const WRITTEN = {
  Japanese: written('街灯守の暦', 'ja', '夕暮れになると、街灯守たちは一つずつランプに火をともしていった。'),
  Russian: written('Фонарщики', 'ru', 'Каждый вечер терпеливые фонарщики поднимались по своим лестницам. '),
  Greek: written('Οι φανοκόροι', 'el', 'Κάθε βράδυ οι υπομονετικοί φανοκόροι ανέβαιναν στις σκάλες τους. '),
}

const tools = await unpackPdfTools()
let folder = ''
const inspector = createEpubInspector()
const typesetter = createTypesetter()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paper-'))
})
afterAll(async () => {
  inspector.close()
  typesetter.close()
  await rm(folder, { recursive: true })
})

const taskOf = async (
  epub: Buffer,
  size: BookToTypeset['options']['size'],
  opensRight = true,
): Promise<BookToTypeset> => {
  const [path, edition] = [randomUUID(), randomUUID()].map((name) => join(folder, name)) as [string, string]
  await writeFile(path, epub)
  const { title, author, language } = await inspector.inspect(path, { firstPage: false, edition })
  return {
    edition: await readFile(edition),
    options: { size, opensRight, cropMarks: false, bleed: false },
    words: { title, author, subtitle: '', language, year: null, licence: 'cc0', isbn: null },
  }
}

/** The highest resident memory of the process so far. */
const peakMegabytes = async (): Promise<number> => {
  const status = await readFile(`/proc/${typesetter.pid()}/status`, 'latin1').catch(() => '')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

const bare = (text: string) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '')

/** The letters of a PDF, page by page, without the numbers and heads of pages. */
const lettersOf = async (pdf: Uint8Array, heads: ReadonlySet<string>): Promise<string> => {
  const pages = pageReaderOf('pdf/any.pdf')
  const book = { bytes: async () => Buffer.from(pdf), part: async () => Buffer.alloc(0) }
  let letters = ''
  for (let from = 0, isEnd = false; !isEnd;) {
    const { texts, isEnd: isLast } = await pages.read(book, from)
    for (const text of texts) {
      const lines = text
        .split('\n')
        .map((line) => bare(line))
        .filter((line) => line !== '')
      letters += lines.filter((line, at) => !((at === 0 && heads.has(line)) || /^\p{N}+$/u.test(line))).join('')
    }
    from += texts.length
    isEnd = isLast
  }
  return letters
}

/** A book's paragraphs of which the beginning stands in a PDF behind that of the paragraph before, elsewhere as notes do, or not. */
const compareWords = async (task: BookToTypeset, pdf: Uint8Array) => {
  const edition = await openEdition(async (begin, end) => Buffer.from(task.edition.subarray(begin, end)))
  const { contents, chapters } = edition.index.manifest
  const letters = await lettersOf(pdf, new Set([task.words.title, ...contents.map(({ label }) => label)].map(bare)))
  const [counts, at] = [{ inOrder: 0, elsewhere: 0, lost: 0 }, { place: 0 }]
  for (const [n] of chapters.entries())
    for (const line of (await edition.chapter(n)).text.split('\n')) {
      const words = bare(line).slice(0, 25)
      if (words.length < 25) continue
      const place = letters.indexOf(words, at.place)
      if (place === -1) counts[letters.includes(words) ? 'elsewhere' : 'lost'] += 1
      else {
        counts.inOrder += 1
        at.place = place
      }
    }
  return counts
}

/** That other programs find all fonts in it and no faults. Returns its pages without content. */
const checkPdf = async (pdf: Uint8Array): Promise<number[]> => {
  if (!tools) return []
  const file = join(folder, `${randomUUID()}.pdf`)
  await writeFile(file, pdf)
  expect(await tools.faultsOf(file)).toBe('')
  const fonts = await tools.fontsOf(file)
  expect(fonts.length).toBeGreaterThan(0)
  expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([])
  return tools.emptyPagesOf(file)
}

test.each(REAL)(
  '%s is set for paper, the same each time, within time and memory',
  { timeout: TIMEOUT },
  async (name) => {
    const task = await taskOf(epubBytes(`${name}.epub`), PAPER_SIZES[REAL.indexOf(name) % PAPER_SIZES.length] ?? 'a5')
    // Each time in a process of its own.
    typesetter.close()
    let [peak, processor] = [0, 0]
    const watch = setInterval(async () => {
      peak = Math.max(peak, await peakMegabytes())
      processor = Math.max(processor, await cpuMs(typesetter.pid()))
    }, 100)
    const { pdf, pageCount, notices } = await typesetter.typeset(async () => task).finally(() => clearInterval(watch))
    const isLeftToRight = !/^(?:ar|he)/.test(task.words.language ?? '')
    const compared = isLeftToRight ? await compareWords(task, pdf) : 'not compared'
    console.log(
      `${name}: ${pageCount} pages in ${(processor / 1000).toFixed(1)} s of a processor, ${(pdf.length / MEGABYTE).toFixed(1)} MB, ` +
        `at most ${Math.round(peak)} MB of memory, paragraphs ${JSON.stringify(compared)}, ${notices.join()}`,
    )
    // Chapters open on the right, so that a page on the left may have nothing.
    const empty = await checkPdf(pdf)
    expect(empty.filter((page) => page % 2 === 1)).toEqual([])
    typesetter.close()
    const again = await typesetter.typeset(async () => task)
    expect(Buffer.from(again.pdf).equals(Buffer.from(pdf))).toBe(true)
  },
)

test.skipIf(!tools)(
  `a book has no empty page but those on the left before chapters that open on the right (skipped if ${MISSING})`,
  async () => {
    const chapters = ['one', 'two', 'three', 'four'].map((name) => [name, `<h1>${name}</h1><p>A lamp is lit.</p>`])
    const epub = anEpub({
      metadata: '<dc:title>Lamps</dc:title><dc:language>en</dc:language>',
      chapters: Object.fromEntries(chapters),
    })
    const [{ pdf }, opening] = [
      await typesetter.typeset(() => taskOf(epub, 'a5', false)),
      await typesetter.typeset(() => taskOf(epub, 'a5')),
    ]
    // The title and what is on its back.
    const FRONT = 2
    expect((await checkPdf(pdf)).filter((page) => page > FRONT)).toEqual([])
    expect((await checkPdf(opening.pdf)).filter((page) => page > FRONT)).toEqual([4, 6, 8])
  },
)

test.each(Object.entries(WRITTEN))(
  'a book in %s is set with all of its letters',
  { timeout: TIMEOUT },
  async (_, epub) => {
    const task = await taskOf(epub, 'a5')
    const { pdf, notices } = await typesetter.typeset(async () => task)
    expect(notices).toEqual([])
    await checkPdf(pdf)
    expect(await compareWords(task, pdf)).toMatchObject({ elsewhere: 0, lost: 0 })
  },
)
