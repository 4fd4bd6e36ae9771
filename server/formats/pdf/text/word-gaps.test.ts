import { clip, endPath, PDFDocument, popGraphicsState, pushGraphicsState, rectangle } from 'pdf-lib'
import { expect, test } from 'vitest'
import { joinLines } from './join-lines.ts'
import type { Glyph } from './read-glyphs.ts'
import { drawnLine, drawnPdf, type Shape } from './testing-drawn-pdf.ts'
import { linesOf } from './testing-read-pdf.ts'

const textsOf = async (shapes: Shape[]) => (await linesOf(drawnPdf([shapes]))).map(({ text }) => text)
const at = (text: string, x: number, width = 0.5): Shape => ({ text, x, y: 700, width })

/** The lines of letters of which PDFium gives the places in this order. */
const joined = (letters: Shape[]) => {
  const glyphs = letters.map(({ text: char, x, y, width = 0.5 }, index): Glyph => {
    const [left, right] = [x, x + width * 10]
    const box = { left, right, bottom: y, top: y + 7 }
    return { char, x, y, index, ...box, ink: box, size: 10, turned: 0, sharesOrigin: false, isArtifact: false }
  })
  return joinLines(glyphs).map(({ text }) => text)
}

test('where a file draws its blanks, a letter from the right that stands apart is in its word', async () => {
  /** The second letter of the first word is as far from the first one as if it were of another word. */
  const drawn = (words: string[], blank?: Shape['width']) => {
    let x = 400
    return words.flatMap((word, index) => [
      ...(index > 0 && blank ? [at(' ', x - 4, blank)] : []),
      ...[...word].map((letter, place) => {
        x -= place === 0 ? 9 : index === 0 && place === 1 ? 9 : 5
        return at(letter, x)
      }),
    ])
  }
  for (const words of [
    ['אלחם', 'לכל', 'אדם', 'היום'],
    ['الحقل', 'كبير', 'جدا', 'هنا'],
  ]) {
    const [first = '', ...rest] = words
    expect(await textsOf(drawn(words, 0.3))).toEqual([words.join(' ')])
    // Without drawn blanks only the gaps tell.
    expect(await textsOf(drawn(words))).toEqual([[first[0], first.slice(1), ...rest].join(' ')])
  }
})

test('signs that come before the line that they belong to are in it', () => {
  // A line with room for a comma behind every word; an office program draws all commas first.
  const words = ['הדרך', 'אל', 'המבצר', 'עוברת', 'בין', 'שדות', 'נהרות', 'ועצים']
  for (const punctuated of [
    ['שדות', 'ועצים'],
    ['אל', 'בין', 'נהרות'],
  ]) {
    let x = 400
    const [commas, letters]: [Shape[], Shape[]] = [[], []]
    for (const word of words) {
      for (const letter of word) letters.push(at(letter, (x -= 5)))
      if (punctuated.includes(word)) commas.push(at(',', (x -= 5)))
      x -= 5
    }
    const line = words.map((word) => (punctuated.includes(word) ? `${word},` : word)).join(' ')
    expect(joined([...commas, ...letters])).toEqual([line])
    expect(joined([...letters, ...commas])).toEqual([line])
  }
})

test('digits of any script are read from the left, also where their shapes are narrow', async () => {
  /** A line as it is seen; shapes of digits are half as wide as their places. */
  const seen = (text: string) => {
    let x = 100
    return [...text].flatMap((char) => {
      const width = /\p{Nd}/u.test(char) ? 1 : 0.5
      const shape = at(char, x, width)
      x += width * 10
      return char === ' ' ? [] : [shape]
    })
  }
  for (const number of ['۱۸۹۷', '١٨٩٧', '1897', '۱۸:۳۰'])
    expect(await textsOf(seen(`دوب ${number} لاس`))).toEqual([`سال ${number} بود`])
})

test.each([
  ['۱', 'کتاب¹ بود'],
  ['٢', 'کتاب² بود'],
  ['3', 'کتاب³ بود'],
])('the raised digit %s is the mark of a note and no part of the word before it', async (digit, read) => {
  const [book, was] = [[...'باتک'], [...'دوب']].map((word, at) =>
    word.map((text, place): Shape => ({ text, x: (at === 0 ? 133 : 110) + place * 5, y: 700 })),
  )
  const mark: Shape = { text: digit, x: 130, y: 704, size: 6 }
  expect(await textsOf([...(was ?? []), mark, ...(book ?? [])])).toEqual([read])
})

test('digits in the size of the text are no marks', async () => {
  expect(await textsOf([...'۱۹۰۷'].map((text, place) => at(text, 100 + place * 5)))).toEqual(['۱۹۰۷'])
  expect(await textsOf([...'१९०७ में'].map((text, place) => at(text, 100 + place * 5)))).toEqual(['१९०७ में'])
})

test('words from the left in a line from the right keep their brackets, and their quotation marks stay at them', async () => {
  /** A line as it is seen, with the blanks that it has. */
  const seen = (text: string) => [...text].map((char, place) => at(char, 100 + place * 5))
  for (const [line, read] of [
    ['רכמנ John Lee (1923) לש ןושארה רפסה', 'הספר הראשון של John Lee (1923) נמכר'],
    ['רכמנ אל "The Old Gate" ןושארה רפסה', 'הספר הראשון "The Old Gate" לא נמכר'],
    ['םגו ,(׳א חפסנ) האר', 'ראה (נספח א׳), וגם'],
  ] as const)
    expect(await textsOf(seen(line))).toEqual([read])
})

test('points of vowels stay at their letters, drawn with them or apart from them', async () => {
  const letters = ['שָׁ', 'לוֹ', 'ם'].toReversed().map((text, place) => at(text, 100 + place * 6, 0.6))
  expect((await textsOf(letters)).map((text) => text.normalize('NFC'))).toEqual(['שָׁלוֹם'.normalize('NFC')])
  const apart = [at('א', 118), at('\u05b1', 119, 0), at('ל', 112), at('\u05b9', 111, 0), at('ה', 106)]
  expect(await textsOf(apart)).toEqual(['אֱלֹה'])
})

test('signs that are drawn later than their letters follow these', () => {
  const word = ['ท', 'ง', 'ก', 'น'].map((letter, index) => at(letter, 100 + index * 5))
  const sign = (text: string, x: number): Shape => ({ text, x: x + 1, y: 699.4, width: 0.3 })
  expect(joined([...word, sign('\u0e34', 100)])).toEqual(['ทิงกน'])
  expect(joined([...word, sign('\u0e34', 105)])).toEqual(['ทงิกน'])
  const cafes = [...'cafes'].map((letter, index) => at(letter, 100 + index * 5))
  expect(joined([...cafes, sign('\u0301', 115)])).toEqual(['cafe\u0301s'])
})

test('numbers beside letters that fill a square are apart only where a blank is drawn', async () => {
  expect(await textsOf([...drawnLine('1897'), at('年', 83, 1), at('に', 93, 1)])).toEqual(['1897年に'])
  expect(await textsOf([...drawnLine('1897'), at(' ', 80, 0.3), at('年', 83, 1)])).toEqual(['1897 年'])
  const korean = [at('문', 60, 1), at(' ', 70, 0.3), ...drawnLine('12', { x: 73 }), at('년', 85.5, 1)]
  expect(await textsOf([...korean, at(' ', 95.5, 0.3), at('봄', 98.5, 1)])).toEqual(['문 12년 봄'])
})

/** A line whose letters are set apart, with or without the blanks between its words. */
const setWide = (text: string, letterGap: number, hasBlanks: boolean) => {
  let x = 60
  return [...text].flatMap((char) => {
    const shape = at(char, x, char === ' ' ? 0.3 : 0.5)
    x += (char === ' ' ? 3 : 5) + letterGap
    return char === ' ' && !hasBlanks ? [] : [shape]
  })
}

test('letters of a heading that are set wide are of one word', async () => {
  for (const letterGap of [1.5, 2, 3, 5])
    for (const text of ['CHAPTER ONE', 'The Old Gate of the Town', 'Глава первая', 'PART'])
      for (const hasBlanks of [true, false])
        expect([letterGap, ...(await textsOf(setWide(text, letterGap, hasBlanks)))]).toEqual([letterGap, text])
})

test('single letters with blanks between them are words', async () => {
  expect(await textsOf(setWide('a b c d e', 2, true))).toEqual(['a b c d e'])
  expect(await textsOf(drawnLine('a b c = x y z + 1 2 3'))).toEqual(['a b c = x y z + 1 2 3'])
})

test('a blank that is drawn over a ligature is none, and one between letters that touch is', async () => {
  const ligature = [...drawnLine('de'), at('fi', 70), at(' ', 72.5, 0.28), ...drawnLine('ned', { x: 75 })]
  expect(await textsOf(ligature)).toEqual(['defined'])
  expect(await textsOf([...drawnLine('de'), at(' ', 70, 0.28), ...drawnLine('ned', { x: 70.2 })])).toEqual(['de ned'])
})

test('accents that are drawn over their letters are of these', async () => {
  // TeX centres the accent over the letter that it draws behind it; its capitals have it higher.
  const name = (accent: string, letter: string, y = 700) => [
    ...drawnLine('caf'),
    { text: accent, x: 75.9, y, width: 0.33 },
    { text: letter, x: 75, y: 700 },
    ...drawnLine('was old', { x: 84 }),
  ]
  for (const [accent, letter, read] of [
    ['\u00b4', 'e', 'é'],
    ['\u00a8', 'o', 'ö'],
    ['˝', 'o', 'ő'],
    ['ˇ', 'c', 'č'],
    ['\u00b8', 'c', 'ç'],
    ['`', 'a', 'à'],
    ['ˆ', 'ı', 'î'],
  ] as const) {
    expect(await textsOf(name(accent, letter))).toEqual([`caf${read} was old`])
    const [c, a, f, ...[sign, base, ...rest]] = name(accent, letter)
    expect(await textsOf([c, a, f, base, sign, ...rest].flatMap((shape) => shape ?? []))).toEqual([
      `caf${read} was old`,
    ])
  }
  expect(await textsOf(name('\u00b4', 'E', 702.3))).toEqual(['cafÉ was old'])
  expect(await textsOf(drawnLine('a^b ~c `d`'))).toEqual(['a^b ~c `d`'])
})

test('what is clipped away is not read', async () => {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([600, 800])
  page.pushOperators(pushGraphicsState(), rectangle(50, 100, 500, 600), clip(), endPath())
  page.drawText('within the frame', { x: 60, y: 500, size: 12 })
  page.drawText('below the frame', { x: 60, y: 60, size: 12 })
  page.pushOperators(popGraphicsState())
  page.drawText('behind the frame', { x: 60, y: 40, size: 12 })
  const lines = await linesOf(Buffer.from(await pdf.save()))
  expect(lines.map(({ text }) => text)).toEqual(['within the frame', 'behind the frame'])
})

test('words of a scanned page that begin before the blank behind the word before them are whole', () => {
  // Programs that read scans lay each word over its picture, and the blank where the last word would end in their font.
  const glyphs: Glyph[] = []
  const add = (text: string, x: number) => {
    for (const [at, char] of [...text].entries()) {
      const box = { left: x + at * 5, right: x + at * 5 + 5, bottom: 700, top: 707 }
      const glyph = { char, x: box.left, y: 700, ...box, ink: box, size: 10, turned: 0, isArtifact: false }
      glyphs.push({ ...glyph, index: glyphs.length, sharesOrigin: char === '\u0301' })
    }
  }
  const blanks = [85, 103, 121].map((x) => ({ x, y: 700 }))
  add('cest ', 65)
  add('avec ', 80.3)
  add('plai ', 98)
  // What is drawn over a letter lets the blanks of the line be looked at.
  add('de\u0301', 116)
  const lines = joinLines(glyphs, blanks)
  expect(lines.map(({ text }) => text)).toEqual(['cest avec plai de\u0301'])
})
