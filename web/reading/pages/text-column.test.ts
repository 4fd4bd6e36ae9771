import { expect, test } from 'vitest'
import { type Line, type PageLines, linesOf } from './page-lines.ts'
import { findTextColumn, textBoxOf } from './text-column.ts'

const WIDTH = 600
const HEIGHT = 800
const WORDS = ['harbour', 'lantern', 'gale', 'rope', 'tide', 'fog', 'quay']

/** Text that differs from page to page. */
const bodyText = (page: number, row: number) =>
  Array.from({ length: 9 }, (_, i) => WORDS[(page * 31 + row * 17 + i * (page + row + 1)) % WORDS.length]).join(' ')

const line = (text: string, left: number, top: number, right: number): Line => ({
  text,
  left,
  top,
  right,
  bottom: top + 12,
  baseline: top + 10,
  isRtl: false,
})

/** A page with 30 lines of body text from `left` to `left` + 400. */
const aPage = (number: number, { left = 100, extra = [] as Line[], lines = 30 } = {}): PageLines => ({
  width: WIDTH,
  height: HEIGHT,
  lines: [
    ...Array.from({ length: lines }, (_, i) => line(bodyText(number, i), left, 120 + i * 18, left + 400)),
    ...extra,
  ].sort((one, other) => one.top - other.top),
})

const aBook = (page: (number: number) => PageLines, count = 12) =>
  new Map(Array.from({ length: count }, (_, i) => [i + 1, page(i + 1)]))

test('the column is the body text, without running heads and page numbers', () => {
  const book = aBook((number) =>
    aPage(number, {
      extra: [line(`The Harbour Log, part ${number}`, 20, 40, 580), line(`– ${number} –`, 10, 770, 590)],
    }),
  )
  const column = findTextColumn(book)!
  expect(column.odd).toEqual({ left: 100, top: 120, right: 500, bottom: 654 })
  expect(textBoxOf(5, book.get(5)!, column)).toEqual(column.odd)
})

test.each(['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९'])('page numbers in the digits %s are left out', (digits) => {
  const inDigits = (number: number) => [...String(number)].map((digit) => digits[Number(digit)]).join('')
  const book = aBook((number) =>
    aPage(number, { lines: 29, extra: [line(inDigits(number + 10), 10, 669, 590), line('', 300, 690, 310)] }),
  )
  expect(textBoxOf(5, book.get(5)!, findTextColumn(book)!)).toMatchObject({ left: 100, right: 500 })
})

test('a head that changes with each page is left out if it is apart from the text', () => {
  const names = ['Ferry', 'Lighthouse', 'Gale', 'Calm', 'Fog', 'Ice', 'Quay', 'Mast', 'Sail', 'Keel', 'Tide', 'Rope']
  const book = aBook((number) => aPage(number, { extra: [line(names[number - 1]!, 20, 40, 580)] }))
  expect(findTextColumn(book)!.odd).toMatchObject({ left: 100, top: 120 })
})

test('odd and even pages have columns of their own', () => {
  const column = findTextColumn(aBook((number) => aPage(number, { left: number % 2 ? 140 : 60 })))!
  expect(column.odd).toMatchObject({ left: 140, right: 540 })
  expect(column.even).toMatchObject({ left: 60, right: 460 })
})

test('one page with a wide table widens its own box only', () => {
  const table = line('a b c d e f', 30, 600, 590)
  const book = aBook((number) => aPage(number, number === 7 ? { extra: [table] } : {}), 20)
  const column = findTextColumn(book)!
  expect(column.odd).toMatchObject({ left: 100, right: 500 })
  expect(textBoxOf(7, book.get(7)!, column)).toMatchObject({ left: 30, right: 590 })
  expect(textBoxOf(9, book.get(9)!, column)).toMatchObject({ left: 100, right: 500 })
})

test('a title page and a page without text are shown whole', () => {
  const title = { width: WIDTH, height: HEIGHT, lines: [line('The Harbour Log', 200, 300, 400)] }
  const picture = { width: WIDTH, height: HEIGHT, lines: [] }
  const book = aBook((number) => (number === 1 ? title : number === 4 ? picture : aPage(number)))
  const column = findTextColumn(book)!
  const whole = { left: 0, top: 0, right: WIDTH, bottom: HEIGHT }
  expect(textBoxOf(1, title, column)).toEqual(whole)
  expect(textBoxOf(4, picture, column)).toEqual(whole)
})

test('a last page with a single line has the width of the column', () => {
  const last = aPage(12, { lines: 1 })
  const column = findTextColumn(aBook((number) => (number === 12 ? last : aPage(number))))!
  expect(textBoxOf(12, last, column)).toMatchObject({ left: 100, right: 500 })
})

test('a page with one word is not blown up', () => {
  const word = { width: WIDTH, height: HEIGHT, lines: [line('Ahoy', 280, 300, 320)] }
  expect(findTextColumn(new Map([[1, word]]))!.odd).toMatchObject({ left: 180, right: 420 })
})

test('pages without text have no column', () => {
  expect(findTextColumn(aBook(() => ({ width: WIDTH, height: HEIGHT, lines: [] })))).toBeUndefined()
})

const aRun = (str: string, x: number, y: number, transform = [10, 0, 0, 10]) => ({
  str,
  width: 50,
  transform: [...transform, x, y],
})

test('runs on one baseline are one line, turned text is left out', () => {
  const lines = linesOf(
    [aRun('Ahoy', 100, 700), aRun('there', 160, 701), aRun('Next', 100, 680), aRun('Stamp', 20, 300, [0, 10, -10, 0])],
    [1, 0, 0, -1, 0, HEIGHT],
  )
  expect(lines.map(({ text }) => text)).toEqual(['Ahoy there', 'Next'])
  expect(lines[0]).toMatchObject({ left: 100, right: 210 })
  expect(lines[1]).toMatchObject({ left: 100, right: 150, top: HEIGHT - 690 })
})

test.each([
  ['a full stop drawn first, in Arabic', ['.', 'ﺡ', 'ﺎ', 'ﺒ', 'ﺼ', 'ﻤ', 'ﻟ', 'ﺍ'], true],
  ['a number, in Hebrew', ['1897', 'שנת'], true],
  ['an Arabic word in English', ['The word', 'مصباح', 'is a lamp'], false],
  ['a number alone', ['1897'], false],
] as const)('a line runs as most of its letters do: %s', (_, runs, isRtl) => {
  const [line] = linesOf(
    runs.map((str, at) => aRun(str, 100 + at * 60, 700)),
    [1, 0, 0, -1, 0, HEIGHT],
  )
  expect(line?.isRtl).toBe(isRtl)
})
