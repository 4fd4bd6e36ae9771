import { PDFDocument, type PDFFont } from 'pdf-lib'
import { expect, test } from 'vitest'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { drawnLine, drawnPdf, type Shape } from './testing-drawn-pdf.ts'
import { composeText } from './compose-text.ts'
import { measureText } from './measure-text.ts'
import { flowOf, readPages } from './testing-read-pdf.ts'

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

test('running heads that differ from page to page are left out where a tagged file says what they are', async () => {
  const heads = ['Of Boats', 'Of Ropes', 'Of Tides', 'Of Fog', 'Of Gales', 'Of Quays']
  const readWith = async (isArtifact: boolean, y = 740) => {
    const head = (page: number) => drawnLine(heads[page] ?? '', { y }).map((shape) => ({ ...shape, isArtifact }))
    return (await textsOf(drawnPdf(PAGES.map((page) => aPage(page, head(page)))))).join(' ')
  }
  expect(await readWith(true)).not.toContain('Of ')
  expect(await readWith(false)).toContain('Of Boats')
  // A file may say so of its text.
  expect(await readWith(true, 693)).toContain('Of Boats')
  const all = PAGES.map((page) => aPage(page, []).map((shape) => ({ ...shape, isArtifact: true })))
  expect((await textsOf(drawnPdf(all))).join(' ')).toContain('the harbour')
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

test.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ['Hindi', '०१२३४५६७८९'],
])('digits of %s number pages and chapters, and are years at the end of a page', async (_, digits) => {
  const inDigits = (number: number) => [...String(number)].map((digit) => digits[Number(digit)]).join('')
  const numbered = PAGES.map((page) => aPage(page, drawnLine(inDigits(page + 7), { x: 280, y: 500 })))
  expect((await textsOf(drawnPdf(numbered))).join(' ')).not.toMatch(/\p{Nd}/u)
  const chapters = PAGES.map((page) => aPage(page, drawnLine(inDigits(page + 1), { y: 740, size: 18 })))
  expect(await headingsOf(drawnPdf(chapters))).toEqual(PAGES.map((page) => inDigits(page + 1)))
  const years = [1897, 1904, 1911, 1897, 1920, 1936].map(inDigits)
  const ended = PAGES.map((page) => aPage(page, drawnLine(years[page] ?? '', { y: 700 - 12 * 14 })))
  const text = (await textsOf(drawnPdf(ended))).join(' ')
  for (const year of years) expect(text).toContain(year)
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

const HAN = '天亮时船到了港口雾盖住了远山守夜人说古老的门每年只开一次他不知道为什么钟楼上的钟停了下来'.repeat(3)
const wide = (lines: string[], { x = 60, y = 700 } = {}): Shape[] =>
  lines.flatMap((line, at) => [...line].map((text, place) => ({ text, x: x + place * 10, y: y - at * 16, width: 1 })))
/** Lines of thirty letters. */
const HAN_LINES = Array.from({ length: 12 }, (_, at) => HAN.slice(at * 5, at * 5 + 30))

test.each([
  ['verse', ['床前明月光', '疑是地上霜', '举头望明月', '低头思故乡'], '床前明月光\n疑是地上霜\n举头望明月\n低头思故乡'],
  [
    'verse with signs',
    ['床前明月光，', '疑是地上霜。', '举头望明月，', '低头思故乡。'],
    '床前明月光，\n疑是地上霜。\n举头望明月，\n低头思故乡。',
  ],
  ['verse of uneven lines', ['夜明けに', '船が港に着き', '霧が山を覆う'], '夜明けに\n船が港に着き\n霧が山を覆う'],
  [
    'what is said',
    ['「そうか」', '「うん、そうだ」', '「誰も知らない」'],
    '「そうか」|「うん、そうだ」|「誰も知らない」',
  ],
  [
    'a narrow column',
    ['天亮时船到了港口雾', '盖住了远山守夜人说', '古老的门每年只开一', '次'],
    '天亮时船到了港口雾盖住了远山守夜人说古老的门每年只开一次',
  ],
  ['a quotation at the end of a line', [`${HAN.slice(0, 29)}」`, 'と言った。'], `${HAN.slice(0, 29)}」と言った。`],
  ['a line that ends early', [HAN.slice(0, 20), HAN.slice(20, 50)], `${HAN.slice(0, 20)}|${HAN.slice(20, 50)}`],
  ['a line that a long word ends', [HAN.slice(0, 25), 'Wikimedia的网页'], `${HAN.slice(0, 25)} Wikimedia的网页`],
])('of scripts without blanks %s has its lines', async (_, lines, text) => {
  const page = [...wide(lines), ...wide(HAN_LINES, { y: 600 })]
  expect((await textsOf(drawnPdf([page, wide(HAN_LINES)]))).join('|')).toContain(`${text}|`)
})

test('a book in vertical lines with level heads and numbers is offered without these', async () => {
  const column = (text: string, x: number): Shape[] =>
    [...text].map((letter, at) => ({ text: letter, x, y: 700 - at * 10, width: 1 }))
  const pages = PAGES.map((page) => [
    ...wide(['夜明けの船'], { x: 40, y: 760 }),
    ...Array.from({ length: 14 }, (_, at) =>
      column(HAN.slice(page + at * 5, page + at * 5 + 30), 500 - at * 18),
    ).flat(),
    ...drawnLine(String(page + 101), { x: 40, y: 60 }),
  ])
  const text = (await textsOf(drawnPdf(pages))).join('')
  expect(text).toContain(HAN.slice(0, 30) + HAN.slice(5, 35))
  expect(text).not.toMatch(/夜明けの船|\d/)
})

test.skipIf(!hasCases)('bold headings in the size of the text are headings', async () => {
  const headings = await headingsOf(caseFile('en-groff-one-gropdf.pdf'))
  expect(headings).toHaveLength(6)
  for (const heading of headings) expect(heading).toMatch(/^Part about the \w+ \w+$/)
})

test('a bold line above text is a heading at the top of a page and within it, and bold words in a line are none', async () => {
  const pdf = await PDFDocument.create()
  const [plain, bold] = [await pdf.embedFont('Helvetica'), await pdf.embedFont('Helvetica-Bold')]
  const prose = PROSE.slice(0, 12).join(' ')
  for (const name of ['The First Part', 'The Second Part']) {
    const page = pdf.addPage([600, 800])
    const draw = (text: string, line: number, font = plain, x = 60) =>
      page.drawText(text, { x, y: 700 - line * 14, size: 10, font })
    draw(name, 0, bold)
    for (const line of [1, 2, 3]) draw(prose, line)
    draw(`${name} goes on`, 5, bold)
    for (const line of [6, 7]) draw(prose, line)
    draw('Nobody', 8, bold)
    draw(prose, 8, plain, 100)
  }
  const headings = (await flowOf(Buffer.from(await pdf.save()))).blocks.filter(({ kind }) => kind !== 'p')
  expect(headings.map(({ kind, text }) => [kind, text])).toEqual(
    ['The First Part', 'The Second Part'].flatMap((name) => [
      ['h3', name],
      ['h3', `${name} goes on`],
    ]),
  )
})

test('a letter that is a chapter is no initial of its first word', async () => {
  const pages = [aPage(0, drawnLine('I', { y: 740, size: 18 })), aPage(1, drawnLine('V', { y: 740, size: 18 }))]
  expect(await headingsOf(drawnPdf(pages))).toEqual(['I', 'V'])
  const initial = [...drawnLine('T', { y: 678, size: 30 }), ...drawnLine('he harbour kept its hours', { x: 77 })]
  expect((await textsOf(drawnPdf([initial, aPage(1, [])])))[0]).toMatch(/^The harbour/)
})

test.each([
  [
    'entries that hang',
    [
      'Smith, John. The Book of the Harbour and of its many',
      '    boats. London, 1904.',
      'Young, Carla. Another. Rome.',
    ],
    2,
  ],
  [
    'speeches that hang',
    [
      'HAMLET. Whether it is nobler in the mind to suffer all',
      '    slings and arrows of fortune.',
      'OPHELIA. My lord.',
    ],
    2,
  ],
  [
    'paragraphs that are set in',
    [
      'that nobody in the town had ever agreed to any of them.',
      '    but one of them had come to the old harbour and had',
      'told the keeper of it.',
    ],
    2,
  ],
  [
    'lines of contents',
    [
      '2 The boats of the town and those of the old harbour 24',
      '    2.1 the old ones and the new ones of this town 25',
    ],
    2,
  ],
  [
    'a line that ends early',
    ['The boats of the town', '    the old ones and the new ones of this town and of it', 'all.'],
    2,
  ],
  [
    'lines of a sentence, the second of which begins with a dash,',
    [
      'nobody in the town had ever agreed to it and the old harbour',
      '– as everybody knew – was shut for all of the winter.',
    ],
    1,
  ],
  [
    'lines of a sentence, the second of which begins with an ordinal,',
    ['Die Einheit von allen Ländern in diesem Lande trat nun erst am', '3. Oktober 1990 in Kraft.'],
    1,
  ],
  [
    'lines of a sentence, the second of which begins with initials,',
    ['nobody in the town had ever agreed to it but for the historian', 'A. J. P. Taylor, who wrote of it.'],
    1,
  ],
  [
    'items behind a colon',
    ['the ones who came to the harbour of the town in that old year:', '– the boats that had been there before.'],
    2,
  ],
  [
    'items behind a line that ends early',
    ['the ones who came to the harbour were', '1. the boats that had been there before'],
    2,
  ],
  [
    'items that are set in',
    ['the ones who came to the harbour of the town in that year were', '    – the boats that had been there before.'],
    2,
  ],
  [
    'items of which the first one fills its line',
    ['2) the boats that had been there before and those of the other', '3) others that came home by the tide.'],
    2,
  ],
  [
    'items with the sign of a list',
    ['the ones who came to the harbour of the town in that year were', '• the boats that had been there before.'],
    2,
  ],
  [
    'items with letters in brackets',
    ['the ones who came to the harbour of the town in that year were', '(a) Boats that had been there before.'],
    2,
  ],
])('%s are paragraphs', async (_, lines, count) => {
  const page = lines.flatMap((line, at) => drawnLine(line, { y: 700 - at * 14 }))
  const texts = await textsOf(drawnPdf([[...page, ...aPage(0, []).map((shape) => ({ ...shape, y: shape.y - 200 }))]]))
  expect(texts.findIndex((text) => text.startsWith('the harbour'))).toBe(count)
})

test('a word keeps its hyphen at the end of a line where the book has it elsewhere', async () => {
  const lines = [
    'her mother-in-law and his mother-in-',
    'law were well-known for the care and the har-',
    'bour of the town',
  ]
  const page = lines.flatMap((line, at) => drawnLine(line, { y: 700 - at * 14 }))
  const [text] = await textsOf(drawnPdf([page]))
  expect(text).toBe('her mother-in-law and his mother-in-law were well-known for the care and the harbour of the town')
})

test('the signs of a list that are drawn behind its items stand before them', async () => {
  for (const sign of ['•', '1.', 'a)', '१.']) {
    const items = ['the first of some items', 'the second'].flatMap((item, at) =>
      drawnLine(item, { x: 80, y: 500 - at * 14 }),
    )
    const signs = [0, 1].flatMap((at) => drawnLine(sign, { y: 500 - at * 14 }))
    expect((await textsOf(drawnPdf([[...aPage(0, []), ...items, ...signs]]))).slice(-2)).toEqual([
      `${sign} the first of some items`,
      `${sign} the second`,
    ])
  }
})

test('each row of a table and each entry of the contents is a paragraph', async () => {
  const rows = [
    ['Austria', '8.9', 'German'],
    ['Belgium', '11.5', 'Dutch, French'],
    ['Cyprus', '0.9', 'Greek'],
  ]
  const table = rows.flatMap((cells, row) =>
    cells.flatMap((cell, column) => drawnLine(cell, { x: 60 + column * 100, y: 500 - row * 14 })),
  )
  expect((await textsOf(drawnPdf([[...aPage(0, []), ...table]]))).slice(-3)).toEqual(
    rows.map((cells) => cells.join(' ')),
  )
  // The words of a cell that goes on below stay together.
  const speech = [
    ...drawnLine('KEEPER', { y: 500 }),
    ...drawnLine('nobody in the town had ever agreed to the', { x: 160, y: 500 }),
    ...drawnLine('hours of the boats that came home.', { x: 160, y: 486 }),
    ...drawnLine('BOAT', { y: 472 }),
    ...drawnLine('they came home.', { x: 160, y: 472 }),
  ]
  const spoken = (await textsOf(drawnPdf([[...aPage(0, []), ...speech]]))).join(' ').replaceAll('\n', ' ')
  expect(spoken).toMatch(
    /KEEPER nobody in the town had ever agreed to the hours of the boats that came home\. BOAT they came home\.$/,
  )
})

test('the number of a formula stays in its column', async () => {
  const line = 'nobody in the town agreed to any hours'
  const column = (x: number, lines: number) =>
    Array.from({ length: lines }, (_, at) => drawnLine(line, { x, y: 700 - at * 14 })).flat()
  const formulas = ['(3)', '(4)'].flatMap((number, at) => [
    ...drawnLine('sum = more', { x: 80, y: 532 - at * 14 }),
    ...drawnLine(number, { x: 235, y: 532 - at * 14 }),
  ])
  const text = (await textsOf(drawnPdf([[...column(60, 12), ...formulas, ...column(272, 15)]]))).join(' ')
  expect(text).toMatch(/more\s\(3\)\ssum/)
})

test('what is quoted at margins of its own is prose, and stanzas beside it keep their lines', async () => {
  const inset = (lines: string[], y: number) => lines.flatMap((line, at) => drawnLine(line, { x: 100, y: y - at * 14 }))
  const quoted = ['a quotation that is set in from both sides', 'and goes over more than one line of the', 'page']
  expect((await textsOf(drawnPdf([[...aPage(0, []), ...inset(quoted, 500)]]))).at(-1)).toBe(quoted.join(' '))
  const verse = ['the river goes', 'below the old trees', 'and nobody', 'has ever known it']
  expect((await textsOf(drawnPdf([[...aPage(0, []), ...inset(verse, 500)]]))).at(-1)).toBe(verse.join('\n'))
})

test('justified prose between stanzas is prose', async () => {
  const prose = (y: number) =>
    [
      'nobody in the town had ever agreed with',
      'those who had come to the harbour early',
      'and had told the keeper of it',
    ].flatMap((line, at) => drawnLine(line, { y: y - at * 14 }))
  const verse = (y: number) =>
    ['the river goes below it', 'and nobody knows of it', 'that is the old town'].flatMap((line, at) =>
      drawnLine(line, { x: 80, y: y - at * 14 }),
    )
  const texts = await textsOf(
    drawnPdf([[...prose(700), ...verse(630), ...verse(560), ...prose(490), ...aPage(1, []).slice(0, 0)], aPage(1, [])]),
  )
  expect(texts[0]).toBe(
    'nobody in the town had ever agreed with those who had come to the harbour early and had told the keeper of it',
  )
})

test('notes at the foot of a page begin blocks of their own', async () => {
  const notes = ['¹ A fish of the river', '² A year of the town', '³ A flower of it'].flatMap((line, at) =>
    drawnLine(line, { y: 400 - at * 11, size: 8 }),
  )
  expect((await textsOf(drawnPdf([[...aPage(0, []), ...notes]]))).slice(-3)).toEqual([
    '¹ A fish of the river',
    '² A year of the town',
    '³ A flower of it',
  ])
})

test('a raised number of a verse at the beginning of a line is in its paragraph', async () => {
  const lines = [
    'nobody in the town had ever agreed with',
    '¹⁶ those who had come to the town early',
    'and had told the keeper of it',
  ]
  const page = lines.flatMap((line, at) => drawnLine(line, { y: 700 - at * 14 }))
  expect(await textsOf(drawnPdf([page]))).toEqual([lines.join(' ')])
})

test('a whole line of the text that several pages end with is no running head', async () => {
  const last = 'the same whole line of the book at the foot of each of its many pages so'
  const pages = PAGES.map((page) => [
    ...aPage(page, [])
      .filter(({ y }) => y > 560)
      .map((shape) => (shape.y < 640 ? { ...shape, y: shape.y - 6 } : shape)),
    ...drawnLine(last.replace('so', 'by'), { y: 540 }),
    ...drawnLine(last, { y: 520 }),
  ])
  expect((await textsOf(drawnPdf(pages))).join(' ').split(last)).toHaveLength(7)
})

/** Lines whose words are spread over a width in points, but for the last one. */
const justified = (lines: string[], { x = 60, y, width }: { x?: number; y: number; width: number }): Shape[] =>
  lines.flatMap((line, at) => {
    const words = line.split(' ')
    const blank = at === lines.length - 1 ? 5 : (width - words.join('').length * 5) / (words.length - 1)
    let start = x
    return words.flatMap((word) => {
      const shapes = drawnLine(word, { x: start, y: y - at * 14 })
      start += word.length * 5 + blank
      return shapes
    })
  })

test('a justified block that is narrower than what is beside it is one paragraph, and a list is none', async () => {
  const lines = [
    'We who came from the towns of',
    'Bergen and Harstad were old',
    'Norwegians and knew all of',
    'The Harbour and its boats.',
    'Others did not.',
  ]
  for (const x of [60, 100]) {
    const page = [...aPage(0, []), ...justified(lines, { x, y: 500, width: 160 }), ...aPage(1, [])]
    expect(await textsOf(drawnPdf([page]))).toContain(lines.join(' '))
  }
  const names = ['Anna Lee', 'Bert of the Harbour', 'Carla Young', 'Dora']
  const list = names.flatMap((name, at) => drawnLine(name, { y: 500 - at * 14 }))
  expect((await textsOf(drawnPdf([[...aPage(0, []), ...list]]))).join(' ').split('Anna Lee')[1]).toMatch(/^(?:\s|\n)/)
})

test('running heads in the size of the text are left out where paragraphs stand as far apart as they do', async () => {
  const page = (number: number, head: Shape[]) => [
    ...head,
    ...aPage(number, []).map((shape) => ({ ...shape, y: shape.y - Math.floor((700 - shape.y) / 42) * 10 })),
  ]
  const text = async (count: number, x: number) => {
    const head = drawnLine('A Book of Boats', { x, y: 724 })
    return (await textsOf(drawnPdf(PAGES.map((number) => page(number, number < count ? head : []))))).join(' ')
  }
  for (const x of [60, 200]) expect(await text(6, x)).not.toContain('A Book of Boats')
  // What only some pages begin with is text.
  expect((await text(3, 60)).split('A Book of Boats')).toHaveLength(4)
})

test.skipIf(!hasCases).each(['th-plain.chromium.pdf', 'ja-vert.chromium.pdf'])(
  'no line of %s is lost',
  async (file) => {
    const pages = await readPages(caseFile(file))
    expect(measureText(pages, composeText(pages).blocks).kept).toBeGreaterThan(0.99)
  },
)

test('a text whose letters are of several scripts within words is not offered', async () => {
  const line = 'जहाǺज भोर मेŰ बंदरगाह पहुँǺचा और कोहǺरे ने'
  const pages = [Array.from({ length: 8 }, (_, at) => drawnLine(line, { y: 700 - at * 14 })).flat()]
  expect((await flowOf(drawnPdf(pages))).blocks).toEqual([])
  const clean = pages.map((page) => page.filter(({ text }) => !/[ǺŰ]/u.test(text)))
  expect((await flowOf(drawnPdf(clean))).blocks).not.toEqual([])
  const korean = drawnPdf([drawnLine('API를 쓰는 UNIX의 大學에서 배운 CPU가')])
  expect((await flowOf(korean)).measure).toMatchObject({ words: 1 })
})

test.each([
  [
    'behind a full stop',
    [
      'Nobody in the town had ever agreed to the old',
      'hours of the boats. Some came late.',
      'Unfortunately these were shut in the evening',
      'and nobody knew of any of it, as they had',
      'been there.',
    ],
    1,
  ],
  [
    'before a capital',
    [
      'Die Boote waren in der Stadt und',
      'die Leute dort in der',
      'Hafenverwaltung wussten es wohl',
      'und haben es mir auch gesagt.',
    ],
    1,
  ],
  [
    'where the next word had room',
    [
      'Nobody in the town had ever agreed to the old',
      'hours of the boats. Some came late.',
      'These boats were shut in the evening of the',
      'day and nobody knew of any of it, as they had',
      'been there.',
    ],
    2,
  ],
  [
    'in a list',
    [
      'Of the boats of the towns of Aberdeenshire',
      'Of ropes and of the',
      'Constantinople of the old days',
      'Of fog and all',
      'Unfortunate days',
    ],
    5,
  ],
])('a line of ragged prose that ends early %s is in a paragraph as it was written', async (_, lines, count) => {
  const page = lines.flatMap((line, at) => drawnLine(line, { y: 700 - at * 14 }))
  const texts = await textsOf(drawnPdf([page]))
  expect(texts.flatMap((text) => text.split('\n'))).toHaveLength(count)
})

test.each([
  ['notes that are hardly smaller than it', ['¹ A fish of the river', 'and of the town'], 9],
  ['small notes', ['¹ A fish of the river', 'and of the town'], 7],
  ['a note behind another', ['¹ A fish of the river', '² A year of the town'], 9],
])('a paragraph goes on behind the end of its page and %s', async (_, notes, size) => {
  const pages = [0, 1].map((page) => [
    ...aPage(page, []),
    ...notes.flatMap((line, at) => drawnLine(line, { y: 400 - at * 12, size })),
  ])
  const [text, ...others] = await textsOf(drawnPdf(pages))
  expect(text?.split(' ')).toHaveLength(2 * 12 * 12)
  expect(others.join(' ').match(/A fish of the river/g)).toHaveLength(2)
})

test.each([
  [['всем давно известно, что город Москва —', 'столица страны'], 'Москва — столица'],
  [['the old harbour of the town was shut —', 'nobody knew'], 'shut — nobody'],
  [['the old harbour of the town was shut—', 'nobody knew'], 'shut—nobody'],
])('the dash at the end of a line of %j has a blank behind it as it has before it', async (lines, read) => {
  const page = lines.flatMap((line, at) => drawnLine(line, { y: 700 - at * 14 }))
  expect((await textsOf(drawnPdf([page])))[0]).toContain(read)
})

const BIBLIOGRAPHY = [
  'Smith, John. The Book of the Harbour and its boats.',
  '    London, 1904.',
  'Young, Carla. Another of the many books of the town',
  '    and of other towns of that time in the old land.',
  '    Rome, 1911.',
  'Zuse, Anna. A book about the keepers of the harbour',
  '    who came to the town and kept their own hours in',
  '    it.',
  'Zwart, Emma. A book.',
]
test.each([
  ['entries of a bibliography', BIBLIOGRAPHY, 4],
  [
    'entries that fill their last line',
    BIBLIOGRAPHY.toSpliced(4, 1, '    Rome, 1911, and in the same year in London, too.'),
    4,
  ],
  [
    'speeches of a play',
    [
      'HAMLET. Whether it is nobler in the mind to suffer.',
      '    These are the slings.',
      'OPHELIA. My lord.',
      'HAMLET. Whether it is nobler in the mind to suffer all',
      '    of the slings and arrows of my outrageous fortune.',
      '    Not to be.',
      'OPHELIA. O my lord.',
      'HAMLET. Whether it is not nobler to suffer it for the',
      '    days of one.',
    ],
    5,
  ],
  [
    'paragraphs that are set in',
    [
      '    “Nobody in the town knew.”',
      '    “Nobody in the town had ever agreed to any old',
      'hours of boats.”',
      '    “But why had nobody in the town agreed to them',
      'before?”',
      '    “Nobody in the town knows.”',
      '    “Nobody in the town had ever known of any one of',
      'these.”',
    ],
    5,
  ],
])('%s below each other are a paragraph each', async (_, lines, count) => {
  const page = lines.flatMap((line, at) => drawnLine(line, { y: 700 - at * 14 }))
  expect(await textsOf(drawnPdf([page]))).toHaveLength(count)
})

const caption = (text: string, { y = 700, size = 10 } = {}) => drawnLine(text, { y, size })
test.each([
  ['a figure at the top of the next page', [], caption('Figure 3: The quay.')],
  ['a small caption', [], caption('Abb. 3 Der Kai', { size: 8 })],
  [
    'a table',
    [],
    ['north', 'south'].reduce(
      (shapes, name, at) => [
        ...shapes,
        ...drawnLine(name, { y: 680 - at * 12 }),
        ...drawnLine('12', { x: 200, y: 680 - at * 12 }),
      ],
      caption('Table 3: The quays'),
    ),
  ],
  ['a figure at the foot of the page', caption('Рис. 3. Набережная', { y: 300 }), []],
])('a paragraph goes on behind %s', async (_, foot, top) => {
  const lines = (texts: string[], y: number) => texts.flatMap((text, at) => drawnLine(text, { y: y - at * 14 }))
  const prose = Array.from({ length: 3 }, () => 'nobody in the town had ever come to it by that old time')
  for (const [end, begin, joined] of [
    ['and they had never seen the har-', 'bour', 'and they had never seen the harbour'],
    ['and they had never seen the town', 'which', 'and they had never seen the town which'],
  ] as const) {
    const pages = [
      [...lines([...prose, end], 442), ...foot],
      [...top, ...lines([`${begin} is shut`, ...prose], 620)],
    ]
    const [text, ...others] = await textsOf(drawnPdf(pages))
    expect(text).toBe([...prose, joined, 'is shut', ...prose].join(' '))
    expect(others.join(' ')).toMatch(/^(?:Figure|Abb|Table|Рис)/)
  }
})

test('words of a figure in a sentence are no caption, and behind a caption a paragraph may begin', async () => {
  const prose = Array.from({ length: 3 }, (_, at) =>
    drawnLine('nobody had seen what they said of', { y: 428 - at * 14 }),
  )
  const text = Array(3).fill('nobody had seen what they said of').join(' ')
  const below = [
    drawnLine('the boats', { y: 660 }),
    drawnLine('of it', { y: 646 }),
    drawnLine('all', { y: 632 }),
  ].flat()
  const sentence = [prose.flat(), [...drawnLine('Figure 3 shows it'), ...below]]
  expect(await textsOf(drawnPdf(sentence))).toEqual([`${text} Figure 3 shows it`, 'the boats of it all'])
  const ended = [
    [...prose.flat(), ...drawnLine('it.', { y: 386 })],
    [...caption('Figure 3: It'), ...below],
  ]
  expect(await textsOf(drawnPdf(ended))).toEqual([`${text} it.`, 'Figure 3: It', 'the boats of it all'])
})

test('a foreword in larger letters is text, and long headings and titles are headings', async () => {
  const large = (lines: string[], size: number) =>
    lines.flatMap((line, at) => drawnLine(line, { y: 740 - at * size * 1.2, size }))
  const text = [aPage(1, []), aPage(2, [])]
  const lines = Array.from({ length: 6 }, () => 'nobody in the town had ever agreed to the hours of it')
  expect(await headingsOf(drawnPdf([large(lines, 12), ...text]))).toEqual([])
  expect(await textsOf(drawnPdf([large(lines, 12), ...text]))).toContain(lines.join(' '))
  const heading = ['How nobody in the town had ever agreed to the hours', 'of the boats, and how they came home']
  expect(await headingsOf(drawnPdf([large(heading, 12), ...text]))).toEqual([heading.join(' ')])
  const title = ['THE HISTORY', 'OF THE', 'HARBOUR', 'AND', 'ITS BOATS']
  expect(await headingsOf(drawnPdf([large(title, 24), ...text]))).toEqual([title.join(' ')])
})

test('a book in typewriter letters is text, and code in it or beside other letters is code', async () => {
  const prose = Array.from({ length: 30 }, (_, at) =>
    Array.from({ length: 10 }, (__, word) => PROSE[(at * 5 + word) % PROSE.length]).join(' '),
  )
  const code = ['for (let at = 0; at < last; at += 1) {', '  found[at] = { at };', '}']
  const kindsOf = async (lines: [text: string, font: string][]) => {
    const pdf = await PDFDocument.create()
    const fonts = new Map<string, PDFFont>()
    for (const name of ['Courier', 'Helvetica']) fonts.set(name, await pdf.embedFont(name))
    const page = pdf.addPage([600, 800])
    for (const [at, [text, name]] of lines.entries())
      page.drawText(text, { x: 60, y: 700 - at * 14, size: 10, font: fonts.get(name) })
    return (await flowOf(Buffer.from(await pdf.save()))).blocks.map(({ kind }) => kind)
  }
  const inFont = (lines: string[], font: string) => lines.map((line): [string, string] => [line, font])
  expect(await kindsOf(inFont(prose, 'Courier'))).toEqual(['p'])
  expect(await kindsOf([...inFont(prose, 'Helvetica'), ...inFont(code, 'Courier')])).toEqual(['p', 'code'])
  expect(await kindsOf(inFont([...prose.slice(0, 3), ...code, ...code, ...code], 'Courier'))).toEqual(['code'])
  const [page] = await readPages(drawnPdf([wide(HAN_LINES)]))
  const lines = page?.lines.map((line, at) => ({ ...line, isFixedPitch: at < 4 })) ?? []
  const han = composeText([{ lines, characters: 360, unmapped: 0 }])
  expect(han.blocks.map(({ kind }) => kind)).toEqual(['p'])
})
