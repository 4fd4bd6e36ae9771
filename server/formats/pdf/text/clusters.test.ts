import { expect, test } from 'vitest'
import { placeClusters } from './clusters.ts'
import { joinLines } from './join-lines.ts'
import type { Glyph, Mark } from './read-glyphs.ts'

/** What PDFium tells of the characters of shapes: each has its own width, and all have the origin of their shape. */
const glyphsOf = (shapes: { chars: [char: string, width: number][]; x: number; ink?: number }[]): Glyph[] =>
  shapes
    .flatMap(({ chars, x, ink }) =>
      chars.map(([char, width], at) => {
        const part = (ink ?? width) / chars.length
        const [left, right] = ink ? [x + part * at, x + part * (at + 1)] : [x, x + width]
        return {
          char,
          x,
          y: 700,
          size: 10,
          turned: 0,
          left: x,
          right: x + width,
          bottom: 700,
          top: 707,
          ...shapeOf(left, right),
          sharesOrigin: at > 0,
          isArtifact: false,
        }
      }),
    )
    .map((glyph, index) => ({ ...glyph, index }))
const shapeOf = (left: number, right: number) => ({ ink: { left, right, bottom: 700, top: 707 } })
const textOf = (glyphs: (Glyph | Mark)[]) => joinLines(glyphs).map(({ text }) => text)

test.each([
  [
    'Tamil',
    [
      ['ல', 10.5],
      ['ை', 13],
    ],
    'ய',
  ],
  [
    'Tamil with a sign on both sides',
    [
      ['த', 8.5],
      ['ொ', 6],
    ],
    'ல',
  ],
  [
    'Malayalam',
    [
      ['മ', 9],
      ['ാ', 7],
    ],
    'ല',
  ],
  [
    'Bengali',
    [
      ['ভ', 6.3],
      ['ো', 6],
    ],
    'র',
  ],
] as [string, [string, number][], string][])('signs of %s are as wide as they are', (_, chars, next) => {
  const width = chars.reduce((total, [, one]) => total + one, 0)
  const shapes = [
    { chars, x: 100, ink: 13 },
    { chars: [[next, 8]] as [string, number][], x: 100 + width },
  ]
  expect(textOf(glyphsOf(shapes))).toEqual([chars.map(([char]) => char).join('') + next])
})

test('a cluster that Chromium repeats because its signs are drawn apart is read once', () => {
  const [first, second]: [string, number][][] = [
    [
      ['প', 6.3],
      ['ৌ', 6],
      ['ঁ', 0],
    ],
    [
      ['ছ', 5.3],
      ['া', 2.1],
    ],
  ]
  const shapes = [
    { chars: first ?? [], x: 100, ink: 3.5 },
    { chars: second ?? [], x: 112.3, ink: 5.9 },
    { chars: first ?? [], x: 113, ink: 3 },
    { chars: second ?? [], x: 117.7, ink: 2.7 },
    { chars: [['ল', 6]] as [string, number][], x: 119.7 },
  ]
  expect(
    placeClusters(glyphsOf(shapes))
      .map((glyph) => typeof glyph === 'object' && glyph.char)
      .join(''),
  ).toBe('পৌঁছাল')
  // Syllables that a word has twice follow each other.
  const twice = [100, 107.4, 114.8].map((x) => ({ chars: second ?? [], x, ink: 7.4 }))
  expect(textOf(glyphsOf(twice))).toEqual(['ছাছাছা'])
})

test('ligatures whose bytes are exchanged are read as the letters that they are', () => {
  const ligature = {
    chars: [
      ['昀', 7],
      ['椀', 7],
    ] as [string, number][],
    x: 100,
  }
  const rest = [...'rst'].map((char, at) => ({ chars: [[char, 5]] as [string, number][], x: 107 + at * 5 }))
  expect(textOf(glyphsOf([ligature, ...rest]))).toEqual(['first'])
  // Such letters of Chinese are no ligature.
  const chinese = ['昀', '椀'].map((char, at) => ({ chars: [[char, 10]] as [string, number][], x: 100 + at * 10 }))
  expect(textOf(glyphsOf(chinese))).toEqual(['昀椀'])
})

test('raised shapes of digits in the size of the text are marks, and others are digits', () => {
  const [word, mark] = [glyphsOf([...'ship2'].map((char, at) => ({ chars: [[char, 5]], x: 100 + at * 5 }))), 'ship²']
  const raised = word.map((glyph) => (glyph.char === '2' ? { ...glyph, ink: { ...glyph.ink, bottom: 703.5 } } : glyph))
  expect(textOf(raised)).toEqual([mark])
  expect(textOf(word)).toEqual(['ship2'])
  const oldStyle = word.map((glyph) => (glyph.char === '2' ? { ...glyph, ink: { ...glyph.ink, bottom: 698 } } : glyph))
  expect(textOf(oldStyle)).toEqual(['ship2'])
})

test('small capitals, whose shapes are wider than the letters that they stand for, are in one word', () => {
  const places: [string, number, number][] = [
    ['S', 100, 106],
    ['m', 107, 114],
    ['a', 114.5, 119.5],
    ['l', 120, 125],
    ['l', 125.6, 130.6],
  ]
  const glyphs = glyphsOf(places.map(([char, x]) => ({ chars: [[char, 3]], x }))).map((glyph, at) => ({
    ...glyph,
    ...shapeOf(places[at]?.[1] ?? 0, places[at]?.[2] ?? 0),
  }))
  expect(textOf(glyphs)).toEqual(['Small'])
  expect(textOf([...glyphs.slice(0, 3), 'gap', ...glyphs.slice(3)])).toEqual(['Sma ll'])
})

test('letters that a program draws over a blank each are all read, however often one of them comes', () => {
  const over = (char: string, x: number) => ({ chars: [[' ', 8]] as [string, number][], x, letter: char })
  const drawn = [...'九三九九七'].map((char, at) => over(char, 100 + at * 10))
  const glyphs = drawn.flatMap(({ letter, x, chars }) => glyphsOf([{ chars: [...chars, [letter, 10]], x }]))
  expect(
    placeClusters(glyphs.map((glyph, index) => ({ ...glyph, index })))
      .flatMap((glyph) => (typeof glyph === 'object' ? glyph.char.trim() : []))
      .join(''),
  ).toBe('九三九九七')
})

test('a ligature that is written twice is read twice, one below the other too', () => {
  const ligature = (x: number): Parameters<typeof glyphsOf>[0][number] => ({
    chars: [
      ['f', 2.8],
      ['l', 2.6],
    ],
    x,
  })
  const letters = (text: string, x: number) =>
    [...text].map((char, at) => ({ chars: [[char, 5]] as [string, number][], x: x + at * 5 }))
  const line = (word: string, x: number) => {
    const [before = '', after = ''] = word.split('fl')
    return [...letters(before, x), ligature(x + before.length * 5), ...letters(after, x + before.length * 5 + 5.4)]
  }
  const first = glyphsOf(line('reflect', 100))
  // The lines are set closer than their size.
  const second = glyphsOf(line('flow', 112)).map((glyph) => ({ ...glyph, y: 691 }))
  expect(
    placeClusters([...first, ...second].map((glyph, index) => ({ ...glyph, index })))
      .map((glyph) => (typeof glyph === 'object' ? glyph.char : ''))
      .join(''),
  ).toBe('reflectflow')
})
