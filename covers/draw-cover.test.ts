import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { GENRES } from '#contract/shapes/genres.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import { cleanText, splitTitle } from './clean-text.ts'
import { compositionOf, drawCover, dressOf } from './draw-cover.ts'
import type { Cover } from './draw-cover.ts'
import { textElement } from './faces.ts'
import type { Line } from './faces.ts'
import { widthInEms } from './measure-text.ts'

const LONG_WORD = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'

const TITLES = [
  'Middlemarch',
  'It',
  'X',
  'The Curious and Most Remarkable History of Several Gentlemen Who Travelled Across Europe by Foot, Horse and Rail: Being a True Account in Nine Parts',
  'Frankenstein; or, The Modern Prometheus',
  LONG_WORD,
  'W'.repeat(200),
  'w '.repeat(100),
  'Преступление и наказание',
  'Ὀδύσσεια',
  'كليلة ودمنة',
  'رحلة ابن بطوطة: تحفة النظار في غرائب الأمصار وعجائب الأسفار',
  'ك'.repeat(200),
  '銀河鉄道の夜',
  '方丈記、徒然草「新訳」2024 edition',
  '語'.repeat(200),
  '채식주의자',
  'अभिज्ञानशाकुन्तलम्',
  '🚀'.repeat(200),
  'Z̷̢̛̫a̶l̵g̸o̴'.repeat(9),
  '\u202eevil\u0000\ud800',
  '<script>alert("&\'")</script>',
  '...',
  '',
]

const linesOf = (cover: Cover): Line[] => {
  const lines: Line[] = []
  drawCover(cover, (line) => {
    lines.push(line)
    return ''
  })
  return lines
}

/** How far a line extends beyond the cover's edge; on a spine it runs along the height. */
const overhangOf = ({ text, x, size, face, anchor, rtl }: Line, across: number): number => {
  const width = widthInEms(text, face) * size
  const left = anchor === 'middle' ? x - width / 2 : rtl ? x - width : x
  return Math.max(-left, left + width - across)
}

/** The bounding box of a line without ascenders and descenders. */
const bodyOf = ({ text, x, y, size, face, anchor, rtl }: Line) => {
  const width = widthInEms(text, face) * size
  const left = anchor === 'middle' ? x - width / 2 : rtl ? x - width : x
  return { left, right: left + width, top: y - size * 0.6, bottom: y + size * 0.05 }
}

type Body = ReturnType<typeof bodyOf>
const overlap = (one: Body, other: Body) =>
  !(one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top)

/** What does not fit. An expectation for each of many thousand lines would take far longer. */
const faultsOf = (cover: Cover): string[] => {
  // The large initial and the columns of a spine are graphics and are not checked as lines of text.
  const lines = linesOf(cover).filter(({ text }) => [...text].length > 1)
  const isSpine = compositionOf(cover.title, cover.seed) === 'spine'
  const bodies = isSpine ? [] : lines.map(bodyOf)
  const overlaps = bodies.flatMap((one, at) => bodies.slice(at + 1).filter((other) => overlap(one, other)))
  const faults = [
    ...overlaps.map(() => 'a line overlaps another'),
    ...lines.filter((line) => !(overhangOf(line, isSpine ? 288 : 190) <= 0.5)).map(({ text }) => `${text} is too long`),
    ...lines.filter(({ y }) => !(y <= 298)).map(({ text }) => `${text} is too low`),
  ]
  return faults.map((fault) => `${fault}: ${JSON.stringify(cover)}`)
}

const expectNoOverflow = (cover: Cover) => expect(faultsOf(cover)).toEqual([])

test('the same title, author and genre always give the same cover', () => {
  const cover: Cover = { title: 'Middlemarch', author: 'George Eliot', genre: 'Fiction' }
  expect(drawCover(cover)).toBe(drawCover({ ...cover }))
  expect(drawCover({ ...cover, title: ' Middlemarch  ' })).toBe(drawCover(cover))
  expect(drawCover(cover)).not.toBe(drawCover({ ...cover, genre: 'Romance' }))
  expect(drawCover(cover)).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 200 300">/)
})

test('every composition is used', () => {
  const names = Array.from({ length: 200 }, (_, at) => compositionOf(`Title ${at}`))
  expect(new Set(names).size).toBe(8)
})

test('neighbouring covers of a book differ in composition, and no two of six are the same', () => {
  for (const title of TITLES) {
    const compositions = Array.from({ length: 6 }, (_, seed) => compositionOf(title, seed))
    for (const [seed, name] of compositions.slice(1).entries()) expect(name).not.toBe(compositions[seed])
    const covers = compositions.map((_, seed) => drawCover({ title, author: 'Ida Fenn', genre: 'Poetry', seed }))
    // Titles that the fonts can't set have few variants.
    if (cleanText(title)) expect(new Set(covers).size, title).toBe(6)
  }
})

/** Stored covers are drawn again from their numbers: a change of these hashes changes the covers of published books. */
test('the cover of a number never changes', () => {
  const cover = { title: 'Middlemarch', author: 'George Eliot', genre: 'Fiction' } as const
  const drawings = [0, 1, 5, 9999].map((seed) => drawCover({ ...cover, seed }))
  expect(drawCover(cover)).toBe(drawings[0])
  expect(drawings.map((svg) => createHash('sha256').update(svg).digest('hex').slice(0, 12))).toEqual([
    '02b27233520e',
    'f2359b1044c2',
    '691c8684b971',
    '2a4db34b9ad7',
  ])
})

test('the motif beside a quote is the one of the chosen cover', () => {
  // On the cover it has other colours.
  const shapesOf = (svg: string) => svg.replaceAll(/#[\da-f]{6}/g, '')
  const seeds = Array.from({ length: 30 }, (_, seed) => seed)
  for (const title of ['Middlemarch', 'Emma', 'Villette']) {
    const withMotif = seeds.filter((seed) => compositionOf(title, seed) === 'motif')
    expect(withMotif.length).toBeGreaterThan(1)
    for (const seed of withMotif) {
      const cover = { title, author: 'Ida Fenn', genre: 'Poetry', seed } as const
      const motif = shapesOf(dressOf(cover).motif.replaceAll(/<\/?svg[^>]*>/g, ''))
      expect(shapesOf(drawCover(cover)), `${title} ${seed}`).toContain(motif)
    }
  }
})

test('each number of each title fits its frame', () => {
  for (const title of TITLES)
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8])
      for (const genre of ['Fiction', 'Thriller', 'Children'] as const)
        expectNoOverflow({ title, author: 'Ursula K. Le Guin', genre, seed })
})

describe.each(GENRES)('a cover of %s', (genre) => {
  test.each(TITLES)('fits its frame: %#', (title) => {
    expectNoOverflow({ title, author: 'Ursula K. Le Guin', genre })
    expectNoOverflow({ title: 'Emma', author: title.slice(0, 100), genre })
    expect(drawCover({ title, author: title.slice(0, 100), genre })).not.toMatch(/NaN|undefined|Infinity/)
  })
})

const LONG_AUTHOR =
  'The Honourable Society of Gentlemen Walkers of Lower Saxony and of the Upper Palatinate, founded 1883'

test('a long author name never overlaps the title', () => {
  for (const title of Array.from({ length: 80 }, (_, at) => `Title ${at}`)) {
    for (const author of [LONG_AUTHOR, LONG_AUTHOR.slice(0, 48)]) expectNoOverflow({ title, author, genre: 'Fiction' })
  }
})

test('user input is escaped', () => {
  const svg = drawCover({ title: '<script>x</script> & "y"', author: "<img src=''>", genre: 'Other' })
  expect(svg).not.toMatch(/<script|<img/)
  expect(
    textElement({ text: `<&>"'`, x: 0, y: 0, size: 9, face: 'book', fill: '#000000', anchor: 'start', rtl: false }),
  ).toContain('>&lt;&amp;&gt;&quot;&#39;<')
})

test('a title is split at a colon, semicolon, dash or bracket', () => {
  expect(splitTitle('Flatland: A Romance of Many Dimensions')).toEqual({
    main: 'Flatland',
    sub: 'A Romance of Many Dimensions',
  })
  expect(splitTitle('Frankenstein; or, The Modern Prometheus')).toEqual({
    main: 'Frankenstein',
    sub: 'or, The Modern Prometheus',
  })
  expect(splitTitle('The Hunger Games (The Hunger Games, #1)')).toEqual({
    main: 'The Hunger Games',
    sub: 'The Hunger Games, #1',
  })
  expect(splitTitle('Catch-22')).toEqual({ main: 'Catch-22', sub: '' })
})

test('characters without a glyph are omitted; a title with a letter without a glyph is not drawn', () => {
  expect(cleanText('Hello 🚀 World')).toBe('Hello World')
  expect(cleanText('𝓞𝓻𝓷𝓪𝓽𝓮')).toBe('Ornate')
  expect(cleanText('채식주의자')).toBe('')
  expect(cleanText('Hello 세계')).toBe('')
  expect(cleanText('می\u200cخواهم a\u200cb \u200cمن\u200c')).toBe('می\u200cخواهم ab من')
  expect(linesOf({ title: '채식주의자', author: 'Han Kang', genre: 'Fiction' }).map(({ text }) => text)).toEqual([
    'Han Kang',
  ])
})

test('Arabic is set from right to left', () => {
  const title = 'مقدمة ابن خلدون'
  const lines = linesOf({ title, author: 'ابن خلدون', genre: 'Non-fiction' }).filter(({ anchor }) => anchor === 'start')
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toMatchObject({ rtl: true, x: expect.toSatisfy((x: number) => x >= 100) })
})

test('Japanese on the spine is set in columns from right to left', () => {
  const title =
    ['銀河鉄道の夜', '源氏物語', '注文の多い料理店', '吾輩は猫である', '羅生門'].find(
      (candidate) => compositionOf(candidate) === 'spine',
    ) ?? ''
  const cells = linesOf({ title, author: '', genre: 'Fantasy' })
  expect(cells.map(({ text }) => text).join('')).toBe(title)
  cells.slice(1).forEach((cell, at) => {
    const before = cells[at] as Line
    expect(cell.x === before.x ? cell.y > before.y : cell.x < before.x && cell.y < before.y).toBe(true)
  })
})

const LIBRARY = `${process.env.TEST_DATA ?? '../shared/data'}/books-10k.json`

test.skipIf(!existsSync(LIBRARY))(
  `the titles of ten thousand real books fit their frames (${LIBRARY})`,
  { timeout: 120_000 },
  () => {
    const books: { title: string; author: string; genre: string }[] = JSON.parse(readFileSync(LIBRARY, 'utf8'))
    for (const [at, { title, author, genre }] of books.entries()) {
      const cover = { title, author, genre: GENRES.find((name) => name === genre) ?? ('Other' satisfies Genre) }
      expectNoOverflow(cover)
      expectNoOverflow({ ...cover, seed: at % 24 })
    }
  },
)
