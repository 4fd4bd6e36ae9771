import { PDFDocument, StandardFonts } from 'pdf-lib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MarkAnchor } from '#contract/marks.ts'
import { anchorOn } from './anchor-on.ts'
import { type BookText, bookTextOf, findQuote } from './find-quote.ts'
import { loadPageText } from './page-text.ts'

/** Random numbers that are the same in each run. */
const randomFrom = (start: number) => {
  let seed = start
  return () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
}

const random = randomFrom(7)
const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T

const SYLLABLES = ['la', 'mor', 'ten', 'si', 'ver', 'ka', 'dun', 'el', 'ro', 'pith', 'an', 'qui', 'lo', 'ster', 'bo']
const VOCABULARY = Array.from({ length: 500 }, () =>
  Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(SYLLABLES)).join(''),
)
const aSentence = () => {
  const words = Array.from({ length: 6 + Math.floor(random() * 10) }, () => pick(VOCABULARY)).join(' ')
  return `${words[0]?.toUpperCase()}${words.slice(1)}.`
}
const aParagraph = () => Array.from({ length: 2 + Math.floor(random() * 5) }, aSentence).join(' ')

interface Layout {
  width: number
  height: number
  size: number
  font: StandardFonts
}

const FIRST: Layout = { width: 420, height: 595, size: 11, font: StandardFonts.TimesRoman }
const SECOND: Layout = { width: 400, height: 650, size: 12.5, font: StandardFonts.Helvetica }
const MARGIN = 50

const printed = async (paragraphs: readonly string[], { width, height, size, font: name }: Layout) => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(name)
  let page = pdf.addPage([width, height])
  let y = height - MARGIN
  const print = (line: string) => {
    if (y < MARGIN) {
      page = pdf.addPage([width, height])
      y = height - MARGIN
    }
    page.drawText(line, { x: MARGIN, y, size, font })
    y -= size * 1.3
  }
  for (const paragraph of paragraphs) {
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line ? `${line} ${word}` : word
      if (font.widthOfTextAtSize(longer, size) < width - 2 * MARGIN) line = longer
      else {
        print(line)
        line = word
      }
    }
    print(line)
  }
  return pdf.save()
}

const textOf = async (data: Uint8Array): Promise<string[]> => {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data, verbosity: 0, useWorkerFetch: false })
  const pdf = await task.promise
  const pages: string[] = []
  for (let page = 1; page <= pdf.numPages; page++) pages.push(await loadPageText(pdf, page))
  await task.destroy()
  return pages
}

/** Where each paragraph is in the text of an edition. */
const spansOf = (paragraphs: readonly string[]) => {
  let at = 0
  return paragraphs.map((paragraph) => {
    const start = at
    at += paragraph.length + 1
    return { start, end: start + paragraph.length }
  })
}

describe('a second edition, with other pages, new and deleted paragraphs and changed words', () => {
  const first = Array.from({ length: 400 }, aParagraph)
  const second: string[] = []
  /** The number of each paragraph in the second edition; undefined if it was deleted. */
  const fate: (number | undefined)[] = []
  for (const paragraph of first) {
    if (random() < 1 / 12) {
      fate.push(undefined)
      continue
    }
    if (random() < 1 / 10) second.push(aParagraph())
    fate.push(second.length)
    const words = paragraph.split(' ').map((word) => (random() < 1 / 40 ? pick(['', pick(VOCABULARY)]) : word))
    second.push(words.filter(Boolean).join(' '))
  }

  let firstPages: string[]
  let book: BookText
  /** A mark in a paragraph of the first edition, of 30 to 250 characters. */
  const markIn = (paragraph: number): MarkAnchor[] | undefined => {
    const whole = bookTextOf(firstPages)
    const span = spansOf(first)[paragraph]
    const length = 30 + Math.floor(random() * 220)
    if (!span || span.end - span.start < length) return undefined
    const start = span.start + Math.floor(random() * (span.end - span.start - length))
    return firstPages.flatMap((text, index) => {
      const from = whole.starts[index] ?? 0
      const anchor = anchorOn(text, index + 1, { start: start - from, end: start + length - from })
      return anchor.exact && start < from + text.length && start + length > from ? [anchor] : []
    })
  }

  beforeAll(async () => {
    const [one, other] = await Promise.all([printed(first, FIRST), printed(second, SECOND)])
    firstPages = await textOf(one)
    book = bookTextOf(await textOf(other))
  })

  test('the text of a page is the text that was printed', () => {
    expect(firstPages.length).toBeGreaterThan(40)
    expect(bookTextOf(firstPages).text).toBe(first.join(' '))
    expect(book.text).toBe(second.join(' '))
    expect(book.starts.length).not.toBe(firstPages.length)
  })

  test('at least 95 of 100 marks are found in their paragraph', () => {
    const spans = spansOf(second)
    let right = 0
    let tried = 0
    for (let paragraph = 0; tried < 100; paragraph = (paragraph + 7) % first.length) {
      const span = spans[fate[paragraph] ?? -1]
      const anchors = span && markIn(paragraph)
      if (!anchors) continue
      tried++
      const [found] = findQuote(book, anchors) ?? []
      if (!found) continue
      const start = (book.starts[found.page - 1] ?? 0) + found.start
      if (start >= span.start - 1 && start < span.end) right++
    }
    expect(right).toBeGreaterThanOrEqual(95)
  })

  test('marks in deleted paragraphs are not found elsewhere', () => {
    const marks = fate.flatMap((at, paragraph) => (at === undefined ? [markIn(paragraph)] : [])).filter((one) => one)
    expect(marks.length).toBeGreaterThan(20)
    expect(marks.filter((anchors) => anchors && findQuote(book, anchors))).toEqual([])
  })

  test('an unchanged part of the text is found with its exact words, also over two pages', () => {
    const at = (book.starts[10] ?? 0) - 30
    const quote = book.text.slice(at, at + 80)
    const anchors = [{ page: 3, start: 0, end: 80, exact: quote, prefix: '', suffix: '' }]
    const found = findQuote(book, anchors) ?? []
    expect(found.map(({ page }) => page)).toEqual([10, 11])
    expect(found.map(({ exact }) => exact).join(' ')).toBe(quote)
  })
})

describe('a short quote', () => {
  const quoteOf = (exact: string, prefix: string, suffix: string): MarkAnchor[] => [
    { page: 1, start: 0, end: exact.length, exact, prefix, suffix },
  ]
  const book = bookTextOf(['The lamp was lit. A lamp stood by the door of the house, and no other lamp was there.'])

  test('of several is the one with the same text beside it', () => {
    expect(findQuote(book, quoteOf('lamp', 'and no other ', ' was there'))).toMatchObject([{ start: 70 }])
  })

  test('is not found where the text beside it is another', () => {
    expect(findQuote(book, quoteOf('lamp', 'he blew out his ', ' and went to sleep'))).toBe(undefined)
  })

  test.each([
    ['a hyphen that was lost at the end of a line', 'AngloSaxon', ['one of the old Anglo-Saxon kings'], 'Anglo-Saxon'],
    ['a word that two pages divide', 'harbour', ['one of the old har', 'bour kings'], 'har bour'],
    ['letters that two pages divide', '雾盖住了远山', ['one of the old 雾盖住', '了远山 kings'], '雾盖住 了远山'],
    ['radicals in place of letters', '⽇本⼈', ['one of the old 日本人 kings'], '日本人'],
  ])('with %s is found where the text beside it is the same', (_, exact, pages, found) => {
    const anchors = findQuote(bookTextOf(pages), quoteOf(exact, 'one of the old ', ' kings'))
    expect(anchors?.map((anchor) => anchor.exact).join(' ')).toBe(found)
  })

  test.each([
    ['another word', 'harbour', 'one of the old lantern kings', 'one of the old ', ' kings'],
    ['another short word', 'of', 'one of the old is kings', 'one of the old ', ' kings'],
    ['a changed word beside another text', 'AngloSaxon', 'in many Anglo-Saxon towns', 'one of the old ', ' kings who'],
  ])('is not found in %s', (_, exact, page, prefix, suffix) => {
    expect(findQuote(bookTextOf([page]), quoteOf(exact, prefix, suffix))).toBe(undefined)
  })
})
