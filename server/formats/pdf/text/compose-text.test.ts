import { expect, test } from 'vitest'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { drawnLine, drawnPdf, type Shape } from './testing-drawn-pdf.ts'
import { flowOf } from './testing-read-pdf.ts'

const headingsOf = async (pdf: Buffer) =>
  (await flowOf(pdf)).blocks.filter(({ kind }) => kind.startsWith('h')).map(({ text }) => text)
const textsOf = async (pdf: Buffer) => (await flowOf(pdf)).blocks.map(({ text }) => text)
const PROSE =
  'the harbour kept its own hours and nobody in the town had ever agreed to them but the boats came home'.split(' ')
/** A page of lines of prose, each a few words further in the text, between what stands at its edges. */
const aPage = (number: number, edges: Shape[], size = 10): Shape[] => [
  ...edges,
  ...Array.from({ length: 12 }, (_, at) => {
    const from = (number * 12 + at) * 5
    const line = Array.from({ length: 12 }, (__, word) => PROSE[(from + word) % PROSE.length]).join(' ')
    return drawnLine(line, { y: 700 - at * 14, size })
  }).flat(),
]
const PAGES = [0, 1, 2, 3, 4, 5]

test.skipIf(!hasCases).each([
  ['en-novel-num.chromium.pdf', [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `Chapter ${number}`)],
  ['en-novel-digits.chromium.pdf', ['1', '2', '3', '4', '5', '6', '7', '8']],
  ['en-roman.pdf', ['I', 'II', 'III', 'IV']],
])('the headings of %s that differ by their number are headings', async (file, headings) => {
  expect(await headingsOf(caseFile(file))).toEqual(headings)
})

test('headings at the top of pages that differ by a number are kept, at any place and in any script', async () => {
  for (const name of ['Part', 'Глава', '第']) {
    const pages = PAGES.map((page) => aPage(page, drawnLine(`${name} ${page + 1}`, { y: 740, size: 16 })))
    expect(await headingsOf(drawnPdf(pages))).toEqual(PAGES.map((page) => `${name} ${page + 1}`))
  }
})

test('page numbers and running heads are left out', async () => {
  const running = (page: number) => [
    ...drawnLine('A Book of Boats', { x: 200, y: 740, size: 8 }),
    ...drawnLine(`– ${page + 7} –`, { x: 280, y: 500, size: 8 }),
  ]
  const text = (await textsOf(drawnPdf(PAGES.map((page) => aPage(page, running(page)))))).join(' ')
  expect(text).toContain('the harbour')
  expect(text).not.toMatch(/A Book of Boats|\d/)
  const roman = (page: number) => drawnLine(['iv', 'v', 'vi', 'vii', 'viii', 'ix'][page] ?? '', { x: 280, y: 500 })
  expect((await textsOf(drawnPdf(PAGES.map((page) => aPage(page, roman(page)))))).join(' ')).not.toMatch(/\bvi+\b/)
})

test('the last line of a page is text, also where it is a year or a word of letters that are numbers', async () => {
  const last = ['1897.', 'ill.', '1904.', 'I.', 'civil.', '1911.']
  const pages = PAGES.map((page) => aPage(page, drawnLine(last[page] ?? '', { y: 700 - 12 * 14 })))
  const text = (await textsOf(drawnPdf(pages))).join(' ')
  for (const word of last) expect(text).toContain(word)
})

test.skipIf(!hasCases)('no last line of a file is lost', async () => {
  const text = (await textsOf(caseFile('en-lastline.pdf'))).join(' ')
  for (const word of ['civil.', '1897.', 'ill.', '1904.', 'early.', 'I.', 'late.', '1911.'])
    expect(text).toMatch(new RegExp(`had been quite ${word.replace('.', '\\.')}`))
})

test.skipIf(!hasCases).each(['en-verse-lo.pdf', 'en-verse-caps.pdf'])(
  'the stanzas of %s keep their lines',
  async (file) => {
    const { blocks } = await flowOf(caseFile(file))
    const stanzas = blocks.filter(({ kind }) => kind === 'p')
    expect(stanzas.length).toBeGreaterThan(8)
    // Each line is a clause; the end of a page divides stanzas.
    for (const { text } of stanzas) for (const line of text.split('\n')) expect(line).toMatch(/^The [\w ]+[,.]$/)
  },
)

test('lines of verse stay lines, in capitals or not, and lines of prose become paragraphs', async () => {
  const verse = (lines: string[]) =>
    lines.flatMap((line, at) => drawnLine(line, { y: 700 - at * 14 - Math.floor(at / 4) * 14 }))
  const lower = ['the river goes', 'below the trees', 'and nobody knows', 'of storm or breeze'].flatMap((line) => [
    line,
  ])
  const poem = [...lower, ...lower, ...lower]
  const pages = [
    verse(poem),
    verse(poem.map((line) => line[0]?.toUpperCase() + line.slice(1))),
    aPage(1, []),
    aPage(2, []),
  ]
  const { blocks } = await flowOf(drawnPdf(pages))
  expect(blocks[0]?.text).toBe(lower.join('\n'))
  expect(blocks.filter(({ text }) => text.includes('\n'))).toHaveLength(6)
  expect(blocks.at(-1)?.text).not.toContain('\n')
})

test.skipIf(!hasCases)('bold headings in the size of the text are headings', async () => {
  const headings = await headingsOf(caseFile('en-groff-one-gropdf.pdf'))
  expect(headings).toHaveLength(6)
  for (const heading of headings) expect(heading).toMatch(/^Part about the \w+ \w+$/)
})

test('a letter that is a chapter is no initial of its first word', async () => {
  const pages = [aPage(0, drawnLine('I', { y: 740, size: 18 })), aPage(1, drawnLine('V', { y: 740, size: 18 }))]
  expect(await headingsOf(drawnPdf(pages))).toEqual(['I', 'V'])
  const initial = [...drawnLine('T', { y: 678, size: 30 }), ...drawnLine('he harbour kept its hours', { x: 77 })]
  expect((await textsOf(drawnPdf([initial, aPage(1, [])])))[0]).toMatch(/^The harbour/)
})
