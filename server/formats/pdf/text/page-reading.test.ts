import { gzipSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { packLines, textRunsOf, type TextRun, unpackLines } from '#contract/shapes/page-reading.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { withHyphens } from './divided-words.ts'
import { toReading } from './page-reading.ts'
import { drawnLine, drawnPdf } from './testing-drawn-pdf.ts'
import { linesOf, readPages } from './testing-read-pdf.ts'
import { textOfPage } from './text-of-page.ts'

const FILES = [
  'en-plain.chromium.pdf',
  'en-land-gs.pdf',
  'ar-plain.chromium.pdf',
  'ar-lo.pdf',
  'he-lo.pdf',
  'hi-lo.pdf',
  'th-plain.chromium.pdf',
  'ja-vert.chromium.pdf',
]

type Placed = Pick<TextRun, 'str' | 'transform' | 'width' | 'height'>

/** What pdf.js finds on the first page itself. */
const ownRunsOf = async (pdf: Buffer): Promise<Placed[]> => {
  const task = getDocument({ data: new Uint8Array(pdf), enableXfa: false, verbosity: 0 })
  try {
    const { items } = await (await (await task.promise).getPage(1)).getTextContent({ disableNormalization: true })
    return items.filter((item) => 'str' in item) as unknown as Placed[]
  } finally {
    await task.destroy()
  }
}

/** The box of a run on the page, with some room around it. */
const boxOf = ({ transform: [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0], width, height }: Placed) => {
  const size = Math.hypot(c, d)
  const corners = [0, Math.max(width, height)].flatMap((along) =>
    [-0.5, 1.2].map((up) => [x + (a / size) * along + c * up, y + (b / size) * along + d * up] as const),
  )
  const [xs, ys] = [corners.map(([one]) => one), corners.map(([, one]) => one)]
  return { left: Math.min(...xs), right: Math.max(...xs), bottom: Math.min(...ys), top: Math.max(...ys) }
}

test.skipIf(!hasCases).each(FILES)('the words of %s are where pdf.js draws letters', async (name) => {
  const pdf = caseFile(name)
  const [page] = await readPages(pdf)
  const runs = textRunsOf(toReading(page?.lines ?? []), 'font')
  const own = (await ownRunsOf(pdf)).map(boxOf)
  const isCovered = (run: TextRun) => {
    const { left, right, bottom, top } = boxOf(run)
    const [x, y] = [(left + right) / 2, (bottom + top) / 2]
    return own.some((box) => x >= box.left - 1 && x <= box.right + 1 && y >= box.bottom - 1 && y <= box.top + 1)
  }
  expect(runs.length).toBeGreaterThan(10)
  expect(runs.filter((run) => !isCovered(run)).map(({ str }) => str)).toEqual([])
})

test('each word has the blank behind it, and reaches to the next', async () => {
  const lines = await linesOf(drawnPdf([drawnLine('ab cd')]))
  const [first, second] = textRunsOf(toReading(lines), 'font')
  expect([first?.str, second?.str, first?.hasEOL, second?.hasEOL]).toEqual(['ab ', 'cd', false, true])
  expect((first?.transform[4] ?? 0) + (first?.width ?? 0)).toBeCloseTo(second?.transform[4] ?? 0)
})

test.skipIf(!hasCases).each(FILES)('the reading of %s is small, and the same when it is unpacked', async (name) => {
  for (const { lines } of await readPages(caseFile(name))) {
    const reading = toReading(lines)
    const packed = packLines(reading)
    expect(gzipSync(JSON.stringify(packed)).length).toBeLessThan(4096)
    const unpacked = unpackLines(JSON.parse(JSON.stringify(packed)) as typeof packed)
    expect(packLines(unpacked)).toEqual(packed)
    const textsOf = (found: typeof reading) =>
      textRunsOf(found, 'font').map(({ str, dir, hasEOL }) => [str, dir, hasEOL])
    expect(textsOf(unpacked)).toEqual(textsOf(reading))
    for (const [at, run] of textRunsOf(unpacked, 'font').entries())
      expect(Math.abs((run.transform[4] ?? 0) - (textRunsOf(reading, 'font')[at]?.transform[4] ?? 0))).toBeLessThan(
        0.06,
      )
  }
})

test.each([
  [
    ['船到了港口，', '雾盖住了远山！', '（真的）', '“不是吗？”', '他问——', '没有人答'],
    '船到了港口，雾盖住了远山！（真的）“不是吗？”他问——没有人答',
  ],
  [['門は「開く', '」と言った？', 'はい'], '門は「開く」と言った？はい'],
  [['ลมแรง', 'ฝนตก'], 'ลมแรงฝนตก'],
  [['年は 1897', '年だ'], '年は 1897 年だ'],
  [['“The sea,”', 'he said', '“is old”'], '“The sea,” he said “is old”'],
  [['한국에서', '왔다'], '한국에서 왔다'],
])('the lines %j are read as %j', async (written, expected) => {
  const letters = (text: string, y: number) =>
    [...text].map((letter, at) => ({ text: letter, x: 60 + at * 10, y, width: 1 }))
  const lines = await linesOf(drawnPdf([written.flatMap((line, at) => letters(line, 700 - at * 14))]))
  expect(textOfPage(lines)).toBe(expected)
  const runs = textRunsOf(toReading(lines), 'font').map(({ str, hasEOL }) => (hasEOL ? `${str} ` : str))
  expect(runs.join('').trim()).toBe(expected)
})

test.each([
  [['the har-', 'bour'], 'the harbour'],
  [['the har\u2010', 'bour'], 'the harbour'],
  [['the HAR-', 'BOUR'], 'the HARBOUR'],
  [['an Anglo-', 'Saxon and Jean\u2010', 'Paul'], 'an Anglo-Saxon and Jean-Paul'],
  [['Санкт-', 'Петербурге и ко-', 'рабль'], 'Санкт-Петербурге и корабль'],
  [['the B-', '52 flew'], 'the B-52 flew'],
  [['well-known and well-', 'known'], 'well-known and well-known'],
  [['the sea -', 'and the sea'], 'the sea - and the sea'],
  [['a and short-', 'and long-term use'], 'a and short- and long-term use'],
  [['Dorf und Haupt-', 'und Nebenstraße'], 'Dorf und Haupt- und Nebenstraße'],
  [['een en de voor-', 'en nadelen'], 'een en de voor- en nadelen'],
  [['een en de zee-', 'en zijn'], 'een en de zeeen zijn'],
  [['bilen og en bil-', 'en var'], 'bilen og en bilen var'],
  [['salt and a thous-', 'and and a thousand'], 'salt and a thousand and a thousand'],
  [['or the behavi-', 'or of it'], 'or the behavior of it'],
  [['the gar-', 'and of it'], 'the garand of it'],
])('words that %j divides at the ends of lines are read as %j', async (written, expected) => {
  const lines = withHyphens(
    await linesOf(drawnPdf([written.flatMap((line, at) => drawnLine(line, { y: 700 - at * 14 }))])),
  )
  expect(textOfPage(lines)).toBe(expected)
  const runs = textRunsOf(toReading(lines), 'font').map(({ str, hasEOL }) => (hasEOL ? `${str} ` : str))
  expect(runs.join('').trim()).toBe(expected)
})

test('a word that is divided at the foot of a page is not joined with what stands below', async () => {
  const read = async (foot: string, y: number, size = 10) => {
    const pdf = drawnPdf([
      [...drawnLine('one two divi-'), ...drawnLine('ded three mis-', { y: 688 }), ...drawnLine(foot, { y, size })],
    ])
    return textOfPage(withHyphens(await linesOf(pdf)))
  }
  expect(await read('Chapter One', 60)).toBe('one two divided three mis- Chapter One')
  expect(await read('a note', 664, 7)).toBe('one two divided three mis- a note')
  expect(await read('take', 676)).toBe('one two divided three mistake')
})
