import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEpubReader } from '#server/formats/epub/read-epub.ts'
import { aDocument, anEpub, type EpubPlan, MINIMAL } from '#server/formats/epub/testing-epub.ts'
import { writeEdition } from '#server/formats/epub/write-edition.ts'
import { pageReaderOf } from '#server/formats/formats.ts'
import { loadTypesetter } from './typeset-book.ts'

let folder = ''
let typeset: Awaited<ReturnType<typeof loadTypesetter>>
const reader = createEpubReader()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paper-'))
  typeset = await loadTypesetter()
}, 60_000)
afterAll(async () => {
  reader.close()
  await rm(folder, { recursive: true })
})

const setBook = async (plan: EpubPlan, language = 'en', options = {}) => {
  const [path, edition] = [randomUUID(), randomUUID()].map((name) => join(folder, name)) as [string, string]
  await writeFile(path, anEpub(plan))
  await writeEdition(edition, {
    read: (onPart) => reader.read(path, onPart),
    // Pictures of editions lack what these have; the typesetter does not rely on it.
    encodeImage: async (content) => ({ type: 'image/jpeg', content }),
  })
  const { pdf, notices } = await typeset({
    edition: await readFile(edition),
    options: { size: 'a5', opensRight: false, cropMarks: false, bleed: false, ...options },
    words: { title: 'A Book', author: '', subtitle: '', language, year: null, licence: null, isbn: null },
  })
  const book = { bytes: async () => Buffer.from(pdf), part: async () => Buffer.alloc(0) }
  const { texts } = await pageReaderOf('pdf/any.pdf').read(book, 0)
  return { pdf: Buffer.from(pdf), notices, texts, text: texts.join('\n').replace(/\s+/g, ' ') }
}
const picture = (density?: number) => {
  const drawn = sharp({ create: { width: 120, height: 60, channels: 3, background: '#c33' } })
  return (density === undefined ? drawn : drawn.withMetadata({ density })).jpeg()
}
const withPicture = (data: Buffer): EpubPlan => ({
  chapters: { one: '<p>Words.</p><p><img src="a.jpg" alt=""/></p>' },
  files: { 'a.jpg': { type: 'image/jpeg', data } },
})

/** What draws the pages. */
const drawingsOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, packed = '']) => {
    try {
      return [inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
/** Of the words on a right page of A5. */
const RIGHT_EDGE = ((148 - 16) / 25.4) * 72
/** The words of a page, in the lines in which they stand: each run with where it begins and ends, in points from the left. */
const runsOf = async (pdf: Buffer, page: number) => {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const { items } = await (await (await task.promise).getPage(page)).getTextContent({ disableNormalization: true })
  await task.destroy()
  const lines = new Map<number, { text: string; from: number; to: number }[]>()
  for (const item of items)
    if ('str' in item && item.str.trim() !== '') {
      const [, , , , from = 0, height = 0] = item.transform as number[]
      const line = lines.get(height) ?? []
      lines.set(height, line)
      line.push({ text: item.str, from, to: from + item.width })
    }
  return [...lines.values()]
}
/** The matrices by which pictures are drawn. */
const matricesOf = (pdf: Buffer): string[] =>
  drawingsOf(pdf).flatMap((drawn) =>
    [...drawn.matchAll(/([-\d. ]+) cm\s+\/\w+ Do/g)].map(([, matrix = '']) => matrix.trim()),
  )
/** The heights of the lines of this size on their pages. */
const linesOf = (pdf: Buffer, size: number): number[] =>
  drawingsOf(pdf).flatMap((drawn) =>
    [...drawn.matchAll(/1 0 0 -1 [\d.]+ ([\d.]+) cm[^()]*?\/f\d+ ([\d.]+) Tf/g)].flatMap(([, height, of]) =>
      Number(of) === size ? [Number(height)] : [],
    ),
  )

test('a picture is as large as its pixels, whatever it says of its size in print', async () => {
  for (const density of [undefined, 72, 300]) {
    const { pdf } = await setBook(withPicture(await picture(density).toBuffer()))
    expect(matricesOf(pdf)).toEqual([expect.stringMatching(/^90 0 0 -?45 /)])
  }
})

test('a caption that has no room below its picture goes on on the next page', async () => {
  const high = sharp({ create: { width: 600, height: 1200, channels: 3, background: '#c33' } }).jpeg()
  const caption = `Here begins ${'a wheel that turns in the water, '.repeat(50)}and here it stands.`
  const { texts } = await setBook({
    chapters: { one: `<figure><img src="a.jpg" alt=""/><figcaption>${caption}</figcaption></figure>` },
    files: { 'a.jpg': { type: 'image/jpeg', data: await high.toBuffer() } },
  })
  const pageOf = (words: string) => texts.findIndex((text) => text.replace(/\s+/g, ' ').includes(words))
  expect(pageOf('Here begins')).toBeGreaterThan(0)
  expect(pageOf('here it stands')).toBe(pageOf('Here begins') + 1)
})

test('the verses of a poem, and scenes, stand apart', async () => {
  const body = (between: string) => `<p>One,<br/>two.</p>${between}<p>Three,<br/>four.</p>`
  const gapsOf = async (between: string) => {
    const [first = 0, second = 0, third = 0] = linesOf((await setBook({ chapters: { one: body(between) } })).pdf, 10.5)
    return { line: first - second, between: second - third }
  }
  const [verses, scenes] = [await gapsOf(''), await gapsOf('<p>\u{a0}</p>')]
  expect(verses.line).toBeGreaterThan(10)
  expect(verses.between).toBeGreaterThan(verses.line * 1.4)
  expect(scenes.between).toBeGreaterThan(verses.line * 1.9)
})

test('the lines of a poem begin at one edge, as far from each other, and what of them has no room stands further inside', async () => {
  const css = '<style>.in { padding-left: 3em } .part { margin-top: 2em }</style>'
  const lines = ['One', 'Two', `Three ${'and rain '.repeat(10)}`].map((words) => `<div>${words}</div>`).join('')
  const part = `<div class="part">${lines}<div class="in">Four</div><div>Five</div></div>`
  const { pdf } = await setBook({ chapters: { one: aDocument(`<h1>Rain</h1>${part}${part}`, css) } })
  const found = (await runsOf(pdf, 3)).map(([run]) => ({ text: run?.text.split(' ')[0], from: run?.from ?? 0 }))
  const edge = found[1]?.from ?? 0
  const insideOf = found.slice(1, -1).map(({ text, from }) => [text, Math.round((from - edge) / 10.5)])
  const expected = [
    ['One', 0],
    ['Two', 0],
    ['Three', 0],
    ['rain', 2],
    ['Four', 3],
    ['Five', 0],
  ]
  expect(insideOf).toEqual([...expected, ...expected])
  const heights = linesOf(pdf, 10.5).slice(0, expected.length)
  const gaps = heights.slice(1).map((height, at) => Math.round((heights[at] ?? 0) - height))
  expect(new Set(gaps)).toEqual(new Set([14]))
})

test('the number of a line stands at the margin, behind words that leave it room', async () => {
  const css = '<style>.n { float: right }</style>'
  const line = (words: string, n: number) => `<p>${words}<span class="n">${n}</span></p>`
  const one = line('With a little patience', 330) + line(`And ${'rain and '.repeat(7)}rain`, 340) + line('Rock', 7)
  const lines = await runsOf((await setBook({ chapters: { one: aDocument(one, css) } })).pdf, 3)
  const numbered = lines.filter((line) => line.length > 1)
  expect(numbered.map((line) => line.map(({ text }) => text))).toEqual([
    ['With a little patience', '330'],
    ['rain', '340'],
    ['Rock', '7'],
  ])
  const ends = numbered.map((line) => Math.round(line[1]?.to ?? 0))
  expect(new Set(ends)).toEqual(new Set([Math.round(RIGHT_EDGE)]))
})

test('words that are wider than their column are divided', async () => {
  const row = (cell: string) => `<table><tr>${`<td>${cell}</td>`.repeat(6)}</tr></table>`
  // Numbers of pages have the size of tables too.
  const heightsOf = async (cell: string) =>
    new Set(linesOf((await setBook({ chapters: { one: row(cell) } }, 'de')).pdf, 9.45)).size
  expect(await heightsOf('Donaudampfschifffahrtsgesellschaft')).toBeGreaterThan(await heightsOf('Donau'))
})

test('words of code that are wider than a page are divided, and no others', async () => {
  const [long, short] = ['0123456789abcdef'.repeat(6), 'aLongerNameThanMostOfThem']
  const linesOfCode = async (code: string) =>
    new Set(linesOf((await setBook({ chapters: { one: `<pre>${code}</pre>` } })).pdf, 6.888)).size
  expect(await linesOfCode(short)).toBe(1)
  expect(await linesOfCode(long)).toBe(2)
  const { text, notices } = await setBook({
    chapters: { one: `<p>In <code>${short}</code> and <code>${long}</code>.</p>` },
  })
  // A line of its own each.
  expect(text.replaceAll(' ', '')).toContain(`In${short}and${long}.`)
  expect(text).toContain(`In ${short} and`)
  expect(notices).toEqual([])
})

test('colours of printing presses make an ordinary PDF, which is said as such', async () => {
  const { notices, pdf } = await setBook(withPicture(await picture().toColourspace('cmyk').toBuffer()))
  expect(notices).toEqual(['colours'])
  expect(pdf.toString('latin1')).not.toContain('pdfaid')
})

test('the contents leave no word alone on a line, and a space between a title and the dots behind it', async () => {
  const planOf = (title: string): EpubPlan => {
    const data = aDocument(`<nav epub:type="toc"><ol><li><a href="one.xhtml">${title}</a></li></ol></nav>`)
    const files = { 'nav.xhtml': { type: 'application/xhtml+xml', properties: 'nav', data } }
    return { chapters: { one: '<p>Words.</p>' }, files }
  }
  const linesOfContents = async (title: string) => {
    const [, ...lines] = await runsOf((await setBook(planOf(title))).pdf, 3)
    return lines
  }
  const [[title, dots] = []] = await linesOfContents('Loomings.')
  expect([title?.text, dots?.text[0]]).toEqual(['Loomings.', '.'])
  expect((dots?.from ?? 0) - (title?.to ?? 0)).toBeGreaterThan(6)
  // Each a little longer than the one before, so that the last word of one of them has no room.
  const wordsBelow = []
  for (let letters = 1; letters < 12; letters += 2) {
    const title = `Of a mill, its wheel and a ri${'v'.repeat(letters)}er, and of those who lived beside them`
    const [first = [], second = []] = await linesOfContents(title)
    const words = [first[0]?.text, second[0]?.text].map(
      (text) => text?.replace(/[. ]+$/, '').replace('\u{a0}', ' ') ?? '',
    )
    expect(words.join(' ').trim()).toBe(title)
    wordsBelow.push(words[1])
  }
  expect(wordsBelow[0]).toBe('')
  expect(wordsBelow.at(-1)).toBe('beside them')
  expect(wordsBelow).not.toContain('them')
  // In the order in which they are read, in a book that is read from the right too.
  const inArabic = await setBook(planOf('Page de titre'), 'ar')
  const [, runs = []] = await runsOf(inArabic.pdf, 3)
  expect(
    runs
      .map(({ text }) => text)
      .join(' ')
      .replace('\u{a0}', ' '),
  ).toContain('Page de titre')
})

test('what stands above the contents is no empty box either', async () => {
  const nav = '<nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav>'
  const plan: EpubPlan = {
    chapters: { one: '<h1>One</h1><p>Words in Latin letters.</p>' },
    files: { 'nav.xhtml': { type: 'application/xhtml+xml', properties: 'nav', data: aDocument(nav) } },
  }
  const { notices, text, pdf } = await setBook(plan, 'zh')
  expect([notices, text.includes('目')]).toEqual([[], false])
  expect(pdf.toString('latin1')).toContain('pdfaid')
  expect((await setBook(plan, 'ja')).text).toContain('目次')
})

test('notes beside the order of reading are set where they are referred to, and what nothing leads to is not', async () => {
  const opf = (spine: string) =>
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">' +
    `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${MINIMAL}</metadata><manifest>` +
    ['one', 'notes', 'other']
      .map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`)
      .join('') +
    `</manifest><spine>${spine}</spine></package>`
  const { text } = await setBook({
    opf: opf('<itemref idref="one"/><itemref idref="notes" linear="no"/><itemref idref="other" linear="no"/>'),
    chapters: {
      one: '<p>Noted<a epub:type="noteref" href="notes.xhtml#n">1</a> here.</p>',
      notes: '<h2>Notes</h2><p id="n">Beside all, not <a href="#n">itself</a>.</p>',
      other: '<p id="o">Nobody comes here but <a href="#o">itself</a>.</p>',
    },
  })
  expect(text).toMatch(/Noted\s?[1¹] here\. .*[1¹]\s?Beside all, not itself\./)
  expect(text).not.toMatch(/Nobody|Notes/)
})

test('each page of words has its number, the last one of a chapter too', async () => {
  const chapter = (name: string) =>
    `<h1>${name}</h1>${'<p>A lamp is lit, and the miller walks home along the river.</p>'.repeat(45)}`
  const { texts } = await setBook({ chapters: { one: chapter('One'), two: chapter('Two') } })
  expect(texts.length).toBeGreaterThan(5)
  const numbers = texts.map((text) => /\d+$/.exec(text.trim())?.[0])
  expect(numbers.slice(2)).toEqual(texts.slice(2).map((_, at) => String(at + 3)))
})

test('a picture that has a page of its own fills it to beyond the cut, if its author wants it, and most of it is left', async () => {
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c33' } })
      .jpeg()
      .toBuffer()
  const files = async (width: number, height: number) => ({
    'a.jpg': { type: 'image/jpeg', data: await drawn(width, height) },
  })
  const chapters = {
    one: '<h1>One</h1><p>Words.</p>',
    alone: '<p><img src="a.jpg" alt=""/></p>',
    two: '<p>More words.</p>',
  }
  const filling = async (size: [number, number], options: object) => {
    const { pdf, texts } = await setBook({ chapters, files: await files(...size) }, 'en', options)
    const boxes = [...pdf.toString('latin1').matchAll(/\/(?:Media|Trim|Bleed)Box \[([^\]]*)\]/g)]
    const [media = [], trim, bleed] = boxes
      .slice(0, 3)
      .map(([, box = '']) => box.split(' ').map((at) => Math.round(Number(at))))
    return {
      media,
      trim,
      bleed,
      alone: texts[3],
      count: boxes.length / texts.length,
      pdf,
    }
  }
  // In points, 3 mm of which are 8.5: an A5 page is 420 by 595.
  const filled = await filling([600, 860], { bleed: true })
  expect(filled).toMatchObject({ media: [0, 0, 437, 612], trim: [9, 9, 428, 604], bleed: [0, 0, 437, 612], count: 3 })
  expect(filled.alone).toBe('')
  const marked = await filling([600, 860], { bleed: true, cropMarks: true })
  expect(marked).toMatchObject({ media: [0, 0, 488, 663], trim: [34, 34, 454, 629], bleed: [26, 26, 462, 638] })
  const unwanted = await filling([600, 860], { cropMarks: true })
  expect(unwanted).toMatchObject({ trim: [34, 34, 454, 629], bleed: [34, 34, 454, 629] })
  // Half of a wide one would be cut off.
  const wide = await filling([900, 500], { bleed: true })
  expect(matricesOf(wide.pdf)).toEqual([expect.stringMatching(/^317\.\d+ 0 0 -?176\.\d+ /)])
  // No number of the page stands below it, whether it runs beyond the edge or not.
  expect([unwanted.alone, wide.alone]).toEqual(['', ''])
})
