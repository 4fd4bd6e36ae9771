import type { PDFDocumentProxy } from 'pdfjs-dist'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { packLines } from '#contract/shapes/page-reading.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { withHyphens } from '#server/formats/pdf/text/divided-words.ts'
import { toReading } from '#server/formats/pdf/text/page-reading.ts'
import { drawnLine, drawnPdf } from '#server/formats/pdf/text/testing-drawn-pdf.ts'
import { readPages } from '#server/formats/pdf/text/testing-read-pdf.ts'
import { loadPageText } from '#web/marks/page-text.ts'
import { finderOf } from '#web/reading/format/search-text.ts'
import { addReadings, readDrawnText } from '#web/reading/pages/page-readings.ts'

const textsOf = async (pdf: Buffer) => {
  const read = await readPages(pdf)
  const task = getDocument({ data: new Uint8Array(pdf), enableXfa: false, verbosity: 0 })
  try {
    const document = (await task.promise) as unknown as PDFDocumentProxy
    const own = await loadPageText(document, 1)
    addReadings(document, async (page) => packLines(toReading(withHyphens(read[page - 1]?.lines ?? []))))
    const page = await document.getPage(1)
    const drawn = await readDrawnText(page)
    const { items } = await page.getTextContent()
    /** As the search of pdf.js has it. */
    const searched = items.flatMap((item) => ('str' in item ? [item.str, item.hasEOL ? '\n' : ''] : [])).join('')
    return { own, text: await loadPageText(document, 1), drawn: drawn.length, searched }
  } finally {
    await task.destroy()
  }
}

test.skipIf(!hasCases).each([
  ['ar-plain.chromium.pdf', 'السفينة'],
  ['ar-cairo.pdf', 'السفينة'],
  ['th-plain.chromium.pdf', 'นาฬิกา'],
  ['hi-lo.pdf', 'लेकर'],
  ['he-lo.pdf', '1897'],
  ['en-sup.pdf', '1897'],
])('where pdf.js misses words of %s, its text of a page is the one of the server', async (name, word) => {
  const { own, text, drawn } = await textsOf(caseFile(name))
  expect([finderOf([word])?.(own).length, drawn > 0]).toEqual([0, true])
  expect(finderOf([word])?.(text).length).toBeGreaterThan(0)
})

test.each([
  [['the har\u2010', 'bour'], 'the harbour'],
  [['well-known and well-', 'known'], 'well-known and well-known'],
  [['the har-', 'bour'], 'the har-\nbour'],
  [['an Anglo-', 'Saxon'], 'an Anglo-\nSaxon'],
])('words of the lines %j are searched as %j', async (lines, searched) => {
  const pdf = drawnPdf([lines.flatMap((line, at) => drawnLine(line, { y: 700 - at * 14 }))])
  expect((await textsOf(pdf)).searched.trim()).toBe(searched)
})

test.skipIf(!hasCases)('where pdf.js finds the same words, they stay as they are', async () => {
  const { own, text } = await textsOf(caseFile('en-plain.chromium.pdf'))
  expect(text).toBe(own)
})

test.skipIf(!hasCases).each([
  ['ja-vert.chromium.pdf', '夜明けに船が港に着き、霧が遠くの山々を覆っていた。番人は'],
  ['ar-plain.chromium.pdf', 'وكان الضباب يغطي الجبال البعيدة. قال الحارس'],
  ['he-plain.chromium.pdf', 'נפתחת רק פעם אחת בשנה. הסוחר נשא שלושה ספרים'],
])('the sentences of %s are read aloud and quoted as they were written', async (name, sentences) => {
  expect((await textsOf(caseFile(name))).text).toContain(sentences)
})

test.skipIf(!hasCases)('a page keeps its own text where none is to be had', async () => {
  const task = getDocument({ data: new Uint8Array(caseFile('ar-lo.pdf')), enableXfa: false, verbosity: 0 })
  const document = (await task.promise) as unknown as PDFDocumentProxy
  const own = await loadPageText(document, 1)
  for (const load of [() => Promise.resolve(undefined), () => Promise.reject(new Error('offline'))]) {
    addReadings(document, load)
    expect(await loadPageText(document, 1)).toBe(own)
  }
  await task.destroy()
})

/** Searches all pages as pdf.js does, each after the one before, and resolves to how often each was read from the file. */
const readsOfSearch = async (pdf: Buffer, pages: number) => {
  const read = await readPages(pdf)
  const task = getDocument({ data: new Uint8Array(pdf), enableXfa: false, verbosity: 0 })
  const document = (await task.promise) as unknown as PDFDocumentProxy
  const reads = Array.from({ length: pages }, () => 0)
  for (const at of reads.keys()) {
    const page = await document.getPage(at + 1)
    const own = page.streamTextContent.bind(page)
    page.streamTextContent = (options) => {
      reads[at] = (reads[at] ?? 0) + 1
      return own(options)
    }
  }
  addReadings(document, async (page) => packLines(toReading(withHyphens(read[page - 1]?.lines ?? []))))
  const texts: string[] = []
  for (let page = 1; page <= pages; page += 1) {
    // The pages after it are read before they are asked for.
    if (page === 2) await expect.poll(() => reads).toEqual(reads.map((_, at) => (at < 4 ? 1 : 0)))
    const { items } = await (await document.getPage(page)).getTextContent({ disableNormalization: true })
    texts.push(items.flatMap((item) => ('str' in item ? [item.str] : [])).join(''))
  }
  await task.destroy()
  return { texts, reads }
}

test('a search reads each page from the file once, and the next ones meanwhile', async () => {
  const words = ['one', 'two', 'three', 'four', 'five']
  const pdf = drawnPdf(words.map((word) => drawnLine(word, { y: 700 })))
  expect(await readsOfSearch(pdf, words.length)).toEqual({ texts: words, reads: words.map(() => 1) })
})

test('the text of a page that is shown is read from the file for it alone', async () => {
  const pdf = drawnPdf(['one', 'two'].map((word) => drawnLine(word, { y: 700 })))
  const task = getDocument({ data: new Uint8Array(pdf), enableXfa: false, verbosity: 0 })
  const document = (await task.promise) as unknown as PDFDocumentProxy
  const asked: number[] = []
  addReadings(document, async (page) => {
    asked.push(page)
    return undefined
  })
  expect(await loadPageText(document, 1)).toBe('one')
  expect(asked).toEqual([1])
  await task.destroy()
})
