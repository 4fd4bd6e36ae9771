// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { FlatText } from './flat-text.ts'
import { ShownText, shownTextOf } from './shown-text.ts'

/** Of text that is laid out in order, ten letters to a line: the box of a letter is the number of its line. */
const linesOf = (pieces: readonly [length: number, isShown: boolean][]) => {
  const boxes: (number | undefined)[] = []
  const parts: { at: number; end: number }[] = []
  let shown = 0
  for (const [length, isShown] of pieces) {
    if (isShown) parts.push({ at: boxes.length, end: boxes.length + length })
    for (let n = 0; n < length; n++) boxes.push(isShown ? Math.floor(shown++ / 10) : undefined)
  }
  return new ShownText(parts, (position) => boxes[position])
}

const NOTES: readonly [string, readonly [number, boolean][], line: number, first: number][] = [
  [
    'a long one between paragraphs',
    [
      [100, true],
      [5000, false],
      [100, true],
    ],
    15,
    5150,
  ],
  ['one before each paragraph', Array.from({ length: 40 }, (_, at): [number, boolean] => [50, at % 2 === 1]), 7, 170],
  [
    'one where the line begins',
    [
      [30, true],
      [45, false],
      [30, true],
    ],
    3,
    75,
  ],
  [
    'long ones at the end',
    [
      [100, true],
      [300, false],
    ],
    9,
    90,
  ],
  ['none', [[100, true]], 4, 40],
  [
    'one before all else',
    [
      [60, false],
      [100, true],
    ],
    0,
    0,
  ],
  ['nothing else', [[100, false]], 0, 0],
]

test.each(NOTES)('among hidden notes the first letter of a line is found: %s', (_, pieces, line, first) => {
  expect(linesOf(pieces).firstWhere((box) => box >= line)).toBe(first)
})

test.each([
  [20, 2],
  [99, 9],
  // Hidden letters stand where the text goes on.
  [100, 10],
  [399, 10],
  [400, 10],
  // Behind the last letter is none but those before it.
  [500, 19],
  [899, 19],
])('the line at the position %i is %i', (position, line) => {
  const lines = linesOf([
    [100, true],
    [300, false],
    [100, true],
    [400, false],
  ])
  expect(lines.boxNear(position)).toBe(line)
})

test('a letter without a box of its own, such as a space where a line ends, is passed over', () => {
  const text = new ShownText([{ at: 0, end: 6 }], (position) => [0, 0, undefined, 1, 1, undefined][position])
  expect(text.firstWhere((line) => line >= 1)).toBe(3)
  expect(text.boxNear(2)).toBe(1)
  expect(text.boxNear(5)).toBe(1)
  expect(text.firstWhere((line) => line >= 2)).toBeUndefined()
})

test('the text that is laid out is that of the nodes with boxes', () => {
  document.body.innerHTML = '<p>One <b>two</b>.</p><aside>A note.</aside><p>Three.</p>'
  const measured = vi.spyOn(Range.prototype, 'getClientRects').mockImplementation(function (this: Range) {
    const isHidden = this.startContainer.parentElement?.localName === 'aside'
    return (isHidden ? [] : [{ left: this.startOffset }]) as unknown as DOMRectList
  })
  const text = new FlatText(document.body)
  const shown = shownTextOf(text)
  expect(text.text).toBe('One two. A note. Three.')
  expect(shown.firstWhere(() => true)).toBe(0)
  expect(shown.boxNear(text.text.indexOf('note'))).toMatchObject({ left: 0 })
  expect(shown.boxNear(text.text.indexOf('ree'))).toMatchObject({ left: 2 })
  measured.mockRestore()
})
