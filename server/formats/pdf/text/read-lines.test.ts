import { readFile } from 'node:fs/promises'
import { degrees, PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { testData } from '#server/testing/test-site.ts'
import { aPdf } from '#tests/hostile-files.ts'
import { drawnLine, drawnPdf, type Shape } from './testing-drawn-pdf.ts'
import { linesOf, readPages, wordsOf } from './testing-read-pdf.ts'
import { characterOf } from './read-glyphs.ts'

const reversed = (text: string) => [...text].toReversed().join('')
/** A line whose letters are drawn one after another to the left. */
const drawnFromRight = (text: string, { x = 400, y = 700, size = 10 }: Partial<Shape> = {}): Shape[] =>
  [...text].flatMap((char, at) => (char === ' ' ? [] : [{ text: char, x: x - at * size * 0.5, y, size }]))
const textsOf = async (...pages: Shape[][]) => (await linesOf(drawnPdf(pages))).map(({ text }) => text)

const ARABIC = ['ar-lo.pdf', 'ar-cairo.pdf', 'ar-plain.chromium.pdf']
const ARABIC_PHRASES = [
  'وصلت السفينة إلى الميناء عند الفجر',
  'القديم لا يفتح إلا مرة واحدة كل عام.',
  'حمل التاجر ثلاثة كتب ومصباحا صغيرا',
  'لماذا توقفت الساعة في برج المدينة سنة 1897 ولم تعد تعمل.',
  'رسالة طويلة إلى أخيها (Omar) ثم مزقتها قبل الغروب.',
  'بين الحقول والأنهار والأشجار العالية.',
]
const HEBREW = ['he-lo.pdf', 'he-plain.chromium.pdf']
const HEBREW_PHRASES = [
  'הספינה הגיעה אל הנמל עם שחר',
  'השעון במגדל העיר נעצר בשנת 1897 ולא חזר לפעול.',
  'כתבה מכתב ארוך לאחיה (Daniel) וקרעה אותו',
]
const HINDI = ['hi-lo.pdf', 'hi-plain.chromium.pdf']
const HINDI_PHRASES = [
  'जहाज़ भोर में बंदरगाह पहुँचा और कोहरे ने दूर के पहाड़ों को ढक लिया।',
  'कि पुराना दरवाज़ा साल में केवल एक बार खुलता है।',
  'व्यापारी तीन किताबें और एक छोटा दीपक लेकर बाज़ार की ओर चला।',
  'एक लंबी चिट्ठी लिखी और सूर्यास्त से पहले फाड़ दी।',
]
const SCRIPTS: [files: string[], phrases: string[]][] = [
  [ARABIC, ARABIC_PHRASES],
  [HEBREW, HEBREW_PHRASES],
  [HINDI, HINDI_PHRASES],
  [['th-plain.chromium.pdf'], ['เรือมาถึงท่าตอนรุ่งสางและหมอกปกคลุมภูเขา', 'ไม่มีใครรู้ว่าทำไมนาฬิกาบนหอคอย']],
  [['ja-vert.chromium.pdf'], ['夜明けに船が港に着き、霧が遠くの山々を覆っていた。']],
  [
    ['en-plain.chromium.pdf', 'en-cols.chromium.pdf'],
    [
      'The first official flight of the office staff left the harbour',
      'and a fluffy little scarf across the marketplace.',
    ],
  ],
]

test.skipIf(!hasCases).each(SCRIPTS.flatMap(([files, phrases]) => files.map((file) => ({ file, phrases }))))(
  'the words of $file are read as they were written',
  async ({ file, phrases }) => {
    const words = await wordsOf(caseFile(file))
    for (const phrase of phrases) expect(words).toContain(phrase.normalize('NFC'))
  },
)

test('letters from the right are read from the right in whatever order a file has them', async () => {
  for (const phrase of ['שלום לכל אדם', 'قرأت الكتاب اليوم', 'ܫܠܡܐ ܠܟܘܢ']) {
    expect(await textsOf(drawnFromRight(phrase))).toEqual([phrase])
    expect(await textsOf(drawnLine(reversed(phrase)))).toEqual([phrase])
    // Word by word from the right, each with its letters from left to right, as cairo draws them.
    const words = phrase.split(' ')
    const shapes = words.flatMap((word, at) => {
      const before = words.slice(0, at).join(' ').length + (at > 0 ? 1 : 0)
      return drawnLine(reversed(word), { x: 400 - (before + word.length - 1) * 5 })
    })
    expect(await textsOf(shapes)).toEqual([phrase])
  }
})

test('numbers, brackets and words of other scripts have their place in a line from the right', async () => {
  const line = 'בשנת 1,897.50 אחיה (Daniel Lee) [א] 25% כתב'
  const seen = 'בתכ 25% [א] (Daniel Lee) היחא 1,897.50 תנשב'
  // A file names the brackets that are drawn, or those that are meant.
  expect(await textsOf(drawnLine(seen))).toEqual([line])
  const exchanged = seen.replace(/[()]/g, (bracket) => (bracket === '(' ? ')' : '('))
  expect(await textsOf(drawnLine(exchanged))).toEqual([line])
  expect(await textsOf(drawnLine('He said םולש to us.'))).toEqual(['He said שלום to us.'])
})

test.each([
  ['a range behind Arabic', 'طه حسين (1889-1973)', '(1973-1889) نيسح هط'],
  ['a share behind Arabic', 'حدود 25% من', 'نم %25 دودح'],
  ['a share in Persian', 'حدود ۲۵٪ از', 'زا ٪۲۵ دودح'],
  ['a range in digits of Arabic', 'سنة ١٨٨٩-١٩٧٣', '١٩٧٣-١٨٨٩ ةنس'],
  ['a date and a number with signs behind Arabic', 'يوم 12/05/2024 و 1,897.50', '1,897.50 و 12/05/2024 موي'],
  ['a share in digits of Arabic', '٢٥٪ من', 'نم ٪٢٥'],
  ['a range behind Hebrew', 'ביאליק (1873-1934)', '(1873-1934) קילאיב'],
  ['a range behind Latin letters in Arabic', 'كتب الطالب John 1889-1973', 'John 1889-1973 بلاطلا بتك'],
])('%s is read as it was written', async (_, written, seen) => {
  expect(await textsOf(drawnLine(seen))).toEqual([written])
})

test('a shape that stands for several letters is read once, in their order', async () => {
  const shape = (text: string, x: number, width = 0.5): Shape => ({ text, x, y: 700, width })
  // 'ثلاثة' with a shape for lam and alef, in both orders that files give.
  for (const ligature of ['لا', 'ال'])
    expect(
      await textsOf(
        [...'ةث'].map((char, at) => shape(char, 300 + at * 5)).concat(shape(ligature, 310), shape('ث', 315)),
      ),
    ).toEqual(['ثلاثة'])
  expect(await textsOf([shape('ﬁ', 100), ...drawnLine('rst', { x: 105 })])).toEqual(['first'])
  const replaced: Shape = { text: 'X', actualText: 'ffi', x: 105, y: 700, width: 1.5 }
  const page = [
    ...drawnLine('o', { x: 100 }),
    replaced,
    ...drawnLine('ce hours', { x: 120 }),
    ...drawnLine('fi', { y: 600 }),
  ]
  expect(await textsOf(page)).toEqual(['office hours', 'fi'])
})

test('letters of a ligature are in their order, whether a file names them or the ligature', async () => {
  for (const [lamKhah = '', lamAlef = ''] of [
    ['لخ', 'لا'],
    ['\ufccb', '\ufefb'],
  ]) {
    const seen = [lamAlef, lamKhah, 'ا'].map((text, at) => ({ text, x: 300 + at * 5, y: 700 }))
    expect(await textsOf(seen)).toEqual(['الخلا'])
    // Without an alef behind a lam, from which a page could tell.
    for (const [ligature, word] of [
      [lamKhah, 'الخط'],
      [lamKhah.replace('خ', 'ج').replace('\ufccb', '\ufcc9'), 'الجط'],
    ] as const)
      expect(await textsOf(['ط', ligature, 'ا'].map((text, at) => ({ text, x: 300 + at * 5, y: 700 })))).toEqual([word])
  }
})

test('characters beyond the first plane are read: letters of formulas, rare Han, old scripts', async () => {
  for (const line of ['the sum 𝑥 + 𝑦 is 𝟏', 'and 𐌰𐌱𐌲 of old']) expect(await textsOf(drawnLine(line))).toEqual([line])
  const han = [...'𠮷野𠮷'].map((text, at) => ({ text, x: 100 + at * 10, y: 700, width: 1 }))
  expect(await textsOf(han)).toEqual(['𠮷野𠮷'])
})

test('radicals and signs of vertical lines are the letters and signs with their shapes', async () => {
  const han = (text: string) => [...text].map((letter, at) => ({ text: letter, x: 100 + at * 10, y: 700, width: 1 }))
  expect(await textsOf(han('⽇本⼈⻅⻓⻔'))).toEqual(['日本人见长门'])
  expect(await textsOf(han('﹁⾬の⼭﹂︑'))).toEqual(['「雨の山」、'])
  expect(await textsOf(han('日本、山'))).toEqual(['日本、山'])
})

test('the large initial of a chapter is in its word, and the lines beside it are apart', async () => {
  const lines = ['he harbour kept its hours', 'and nobody in the town had', 'ever agreed to any of them']
  for (const [initial, next] of [
    ['T', 'The'],
    ['Ś', 'Śhe'],
  ] as const) {
    const page = [
      { text: initial, x: 60, y: 686, size: 30 },
      ...lines.flatMap((line, at) => drawnLine(line, { x: at < 3 ? 82 : 60, y: 700 - at * 14 })),
    ]
    expect(await textsOf(page)).toEqual([`${next} harbour kept its hours`, ...lines.slice(1)])
    const [word] = (await linesOf(drawnPdf([page])))[0]?.words ?? []
    expect(word).toMatchObject({ text: next, start: 60 })
  }
  // A letter of a formula beside smaller ones is in its line.
  expect(await textsOf([{ text: 'S', x: 60, y: 698, size: 16 }, ...drawnLine('is a sum', { x: 72 })])).toEqual([
    'S is a sum',
  ])
})

test('letters that are drawn again for a shadow or to be bold are read once', async () => {
  for (const by of [0.4, 0.8, 1.1]) {
    const moved = (shape: Shape) => ({ ...shape, x: shape.x + by, y: shape.y - by / 2 })
    const line = drawnLine('the old harbour')
    expect(await textsOf([...line, ...line.map(moved)])).toEqual(['the old harbour'])
    expect(await textsOf(line.flatMap((shape) => [shape, moved(shape)]))).toEqual(['the old harbour'])
    const words = ['the', 'old', 'harbour'].map((word, at) => drawnLine(word, { x: 60 + at * 20 }))
    expect(await textsOf(words.flatMap((word) => [...word, ...word.map(moved)]))).toEqual(['the old harbour'])
  }
  // Narrow letters beside each other are two.
  expect(await textsOf([...'illi'].map((text, at) => ({ text, x: 60 + at * 2.2, y: 700, width: 0.22 })))).toEqual([
    'illi',
  ])
})

test('a soft hyphen within a line is the hyphen that is drawn, or none', async () => {
  const word = (text: string) => [{ text, x: 60, y: 700 }, ...drawnLine('hen', { x: 65 })]
  expect(await textsOf(word('s\u00ad'))).toEqual(['shen'])
  expect(await textsOf([{ text: 's', x: 55, y: 700 }, ...word('\u00ad')])).toEqual(['s-hen'])
  const shapes = [...'a ship \u00adhen'].map((text, at) => ({ text, x: 60 + at * 5, y: 700 }))
  expect(await textsOf(shapes)).toEqual(['a ship -hen'])
})

test('a blank that a file draws is one, however narrow it is', async () => {
  const blank: Shape = { text: ' ', x: 110, y: 700, width: 0.01 }
  expect(await textsOf([...drawnLine('to', { x: 100 }), blank, ...drawnLine('be', { x: 110 })])).toEqual(['to be'])
  expect(await textsOf([...drawnLine('to', { x: 100 }), ...drawnLine('be', { x: 110 })])).toEqual(['tobe'])
})

test('a sign over a letter stays with it, and begins no word', async () => {
  const at = (text: string, x: number, width = 0.5): Shape => ({ text, x, y: 700, width })
  expect(
    await textsOf([at('c', 100), at('a', 105), at('f', 110), at('e', 115), at('\u0301', 117.5, 0), at('s', 122.4)]),
  ).toEqual(['café s'.replace('é', 'e\u0301')])
  expect(await textsOf([at('क', 100), at('\u0947', 105, 0), at('व', 105), at('ल', 110)])).toEqual(['केवल'])
  expect(
    await textsOf([at('ค', 100), at('\u0e23', 105), at('\u0e31', 110, 0), at('\u0e49', 110, 0), at('\u0e07', 110)]),
  ).toEqual(['ครั้ง'])
})

test.each([
  ['घर िकताब', 'घर किताब', 'a word behind another'],
  ['िकताब घर', 'किताब घर', 'a word'],
  ['िस्थित', 'स्थिति', 'joined consonants'],
  ['িক েকা', 'কি কো', 'a sign in two parts'],
  ['ெபண்', 'பெண்', 'Tamil'],
  ['घर किताब कि', 'घर किताब कि', 'a file as it is written'],
  ['कि घर', 'कि घर', 'a word that ends with one'],
])('signs of vowels that a file has as they are seen in %s are read in %s: %s', async (drawn, read) => {
  let x = 60
  const shapes = [...drawn].flatMap((text) => {
    const width = /\p{Mn}/u.test(text) ? 0 : /\p{Mc}| /u.test(text) ? 0.25 : 0.5
    const shape = { text, x, y: 700, width }
    x += width * 10
    return text === ' ' ? [] : [shape]
  })
  expect((await textsOf(shapes)).map((text) => text.normalize('NFC'))).toEqual([read.normalize('NFC')])
})

test.each([
  ['น\u0e4d้า', 'น้ำ'],
  ['น้\u0e4dา', 'น้ำ'],
  ['ก\u0e4dา', 'กำ'],
  ['ນ\u0ecd້າ', 'ນ້ຳ'],
  ['น้ำ', 'น้ำ'],
  ['นา', 'นา'],
])('the parts of am that a file draws in %s are one letter', async (drawn, read) => {
  let x = 100
  const shapes = [...drawn].map((text) => {
    const width = /\p{Mn}/u.test(text) ? 0 : 0.5
    const shape = { text, x, y: 700, width }
    x += width * 10
    return shape
  })
  expect(await textsOf(shapes)).toEqual([read])
})

test('digits that are raised or lowered are no part of the number or word before them', async () => {
  const small = (text: string, x: number, y: number): Shape[] => drawnLine(text, { x, y, size: 6 })
  const raised = [
    ...drawnLine('in 1897'),
    ...small('12', 95, 704),
    ...drawnLine('. 5 km', { x: 102 }),
    ...small('2', 132, 704),
  ]
  expect(await textsOf(raised)).toEqual(['in 1897¹². 5 km²'])
  expect(await textsOf([...drawnLine('H'), ...small('2', 65, 697.5), ...drawnLine('O is', { x: 68 })])).toEqual([
    'H₂O is',
  ])
  // A line in small digits, and small letters, are what they are.
  expect(await textsOf(drawnLine('1234', { size: 6 }), [...drawnLine('1'), ...small('st', 65, 704)])).toEqual([
    '1234',
    '1st',
  ])
})

test.each([
  [['she loved', 'a', ' him'], 'she lovedᵃ him'],
  [['by Smith', 'a,b', ' and Lee'], 'by Smithᵃ,ᵇ and Lee'],
  [['she loved', 'a', '. He left.', 'b'], 'she lovedᵃ. He left.ᵇ'],
  [['the sum of ', 'a', ' and'], 'the sum of a and'],
  [['XIX', 'e', ' siècle de M', 'me', ' Dupont'], 'XIXe siècle de Mme Dupont'],
  [['the 5', 'th', ' of the M', 'r', ' Lee'], 'the 5th of the Mr Lee'],
  [['the Hon', 'ble', ' one'], 'the Honble one'],
  [['the boat', 's', 'man'], 'the boatsman'],
])('of the letters %j those of notes are apart from the word before them', async (parts, read) => {
  let x = 60
  const shapes = parts.flatMap((part, at) => {
    const isRaised = at % 2 === 1
    const drawn = drawnLine(part, isRaised ? { x, y: 704, size: 6 } : { x })
    x += part.length * (isRaised ? 3 : 5)
    return drawn
  })
  expect(await textsOf(shapes)).toEqual([read])
})

test.skipIf(!hasCases)('marks of notes are kept apart from words in files of office programs', async () => {
  expect(await wordsOf(caseFile('en-fn-lo.pdf'))).toContain('the zebrafish¹ and in 1897² it went')
  expect(await wordsOf(caseFile('en-sup.pdf'))).toContain('1897¹ and the area was 12 km². Water is H₂O.')
})

test.skipIf(!hasCases)('what a page does not show is no text of it', async () => {
  const words = await wordsOf(caseFile('crop.pdf'))
  expect(words).toContain('The watchman affirmed')
  expect(words).not.toContain('slugword')
})

test.each([
  ['no crop box', '', 'within the page. slug of the printer'],
  ['a crop box', '/CropBox [0 20 200 300]', 'within the page.'],
  ['a crop box on a turned page', '/CropBox [0 20 200 300] /Rotate 90', 'within the page.'],
  ['a crop box that is larger than the page', '/CropBox [-50 -50 400 400]', 'within the page. slug of the printer'],
  ['a crop box through the middle of a word', '/CropBox [0 20 48 300]', 'within'],
  ['a crop box beside it', '/CropBox [600 600 700 700]', 'within the page. slug of the printer'],
  ['a crop box without a height', '/CropBox [0 20 200 20]', 'within the page. slug of the printer'],
])('of a page with %s what is shown is read', async (_, box, read) => {
  const font = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >> >>'
  const content = 'BT /F1 10 Tf 10 200 Td (within the page.) Tj 0 -190 Td (slug of the printer) Tj ET'
  const pdf = aPdf({ page: `${box} ${font}`, objects: { 4: { entries: '', body: Buffer.from(content) } } })
  expect((await wordsOf(pdf)).trim()).toBe(read)
})

test('letters near the edge of a page are read, though their font tells of heights that they do not have', async () => {
  // Ghostscript's own fonts are upside down, and so are their shapes.
  const font = [
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 92 920] /FontMatrix [0.0108696 0 0 -0.0108696 0 0] /FirstChar 97',
    '/LastChar 97 /Widths [60] /Encoding << /Type /Encoding /Differences [97 /a] >> /CharProcs << /a 6 0 R >> >>',
  ].join(' ')
  const objects = {
    4: { entries: '', body: Buffer.from('BT /F1 20 Tf 10 20 Td (aa) Tj 0 -400 Td (a) Tj ET') },
    5: font,
    6: { entries: '', body: Buffer.from('60 0 0 -60 60 0 d1 0 -60 60 60 re f') },
  }
  const pdf = aPdf({ page: '/Resources << /Font << /F1 5 0 R >> >>', objects })
  expect((await wordsOf(pdf)).trim()).toBe('aa')
})

test.each([
  ['level', '1 0 0 1'],
  ['upright', '0 1 -1 0'],
])('%s words in a font that is scaled by its own matrix are read, with the size of their letters', async (_, turn) => {
  const line = drawnLine('property insurance').map((shape) => ({ ...shape, size: 0.1 }))
  const drawn = drawnPdf([line]).toString('latin1').replace('[0.001 0 0 0.001 0 0]', '[0.100 0 0 0.100 0 0]')
  const at = (x: number, y: number) => (turn === '1 0 0 1' ? `${x} ${y}` : `${y - 600} ${x}`)
  const pdf = drawn.replace(/1 0 0 1 ([\d.]+) ([\d.]+) Tm/g, (_match, x: string, y: string) => {
    return `${turn} ${at(Number(x), Number(y))} Tm`
  })
  const lines = await linesOf(Buffer.from(pdf, 'latin1'))
  expect(lines.map(({ text }) => text)).toEqual(['property insurance'])
  expect(lines[0]?.size).toBeCloseTo(10, 0)
})

test('a code that no character has is none', () => {
  // PDFium 2.1.13 of @hyzyla gives codes of four bytes as negative numbers: pdf.js' test issue18117 has them.
  expect([-257382528, 0x110000, 0xd800, 0x5bf9].map(characterOf)).toEqual(['', '', '', '对'])
})

const wide = (text: string, x: number, y: number, size = 12): Shape[] =>
  [...text].map((letter, at) => ({ text: letter, x: x + at * size, y, width: 1, size }))

test.each([
  [
    'within their line',
    [
      wide('古い図書館', 60, 700),
      wide('としょかん', 85, 711, 6),
      wide('と時計', 120, 700),
      wide('とけい', 135, 711, 6),
      wide('の塔', 156, 700),
    ],
  ],
  [
    'behind their line',
    [wide('古い図書館と時計の塔', 60, 700), wide('としょかん', 85, 711, 6), wide('とけい', 135, 711, 6)],
  ],
  ['before their line', [wide('としょかん', 85, 711, 6), wide('古い図書館と時計の塔', 60, 700)]],
  [
    'as dots',
    [wide('古い図書館と', 60, 700), ...[132, 144].map((x) => wide('﹅', x + 3, 711, 6)), wide('時計の塔', 132, 700)],
  ],
])('readings over Japanese letters that a file draws %s are left out', async (_, shapes) => {
  expect(await textsOf(shapes.flat())).toEqual(['古い図書館と時計の塔'])
})

test.each([
  [
    'kana of the size of the text',
    [wide('としょかん', 60, 714), wide('古い図書館', 60, 700)],
    ['としょかん', '古い図書館'],
  ],
  [
    'small kana below a line',
    [wide('古い図書館', 60, 700), wide('としょかん', 60, 690, 6)],
    ['古い図書館', 'としょかん'],
  ],
  [
    'small kana beside a line',
    [wide('古い図書館', 60, 700), wide('としょかん', 300, 711, 6)],
    ['古い図書館', 'としょかん'],
  ],
  [
    'small kana over Latin letters',
    [drawnLine('LIBRARY', { size: 12 }), wide('としょかん', 60, 711, 6)],
    ['LIBRARY', 'としょかん'],
  ],
])('%s are text', async (_, shapes, lines) => {
  expect(await textsOf(shapes.flat())).toEqual(lines)
})

test('readings beside vertical letters are left out', async () => {
  const beside = [...'としょかん'].map((text, at) => ({ text, x: 310, y: 680 - at * 5, width: 1, size: 5 }))
  const [first = [], rest = []] = [vertical(['古い図書館']), vertical(['古い図書館と時計の塔']).slice(5)]
  expect(await textsOf([...first, ...beside, ...rest])).toEqual(['古い図書館と時計の塔'])
})

/** Letters below each other, in columns from the right. */
const vertical = (columns: string[]): Shape[] =>
  columns.flatMap((column, at) =>
    [...column].map((text, place) => ({ text, x: 300 - at * 18, y: 700 - place * 10, width: 1 })),
  )

test.each([
  [
    ['夜明けに船が港に', '着き、霧が遠くの'],
    ['夜明けに船が港に', '着き、霧が遠くの'],
  ],
  [
    ['門は「開く」と', '言った。'],
    ['門は「開く」と', '言った。'],
  ],
  [
    ['天亮時船到了港口', '霧蓋住了遠山'],
    ['天亮時船到了港口', '霧蓋住了遠山'],
  ],
  [
    ['第三章', '一八九七年の春に'],
    ['第三章', '一八九七年の春に'],
  ],
])('the columns %j of vertical letters are read from the right, without blanks in words', async (columns, read) => {
  const lines = await linesOf(drawnPdf([vertical(columns)]))
  expect(lines.map(({ text, isVertical }) => [text, isVertical])).toEqual(read.map((text) => [text, true]))
})

test('running heads and numbers of pages with vertical lines are level, and numbers within the lines are in them', async () => {
  const head = [...'夜明けの船'].map((text, at) => ({ text, x: 60 + at * 8, y: 740, width: 1, size: 8 }))
  const columns = vertical(['夜明けに船が港に', '着き、霧が遠くの'])
  const number = drawnLine('123', { x: 60, y: 60, size: 8 })
  const lines = await linesOf(drawnPdf([[...head, ...columns, ...number]]))
  expect(lines.map(({ text, isVertical, turned }) => [text, isVertical, turned])).toEqual([
    ['夜明けの船', false, 0],
    ['夜明けに船が港に', true, 1],
    ['着き、霧が遠くの', true, 1],
    ['123', false, 0],
  ])
  const dated = [
    ...vertical(['一月']),
    ...drawnLine('12', { x: 300, y: 680 }),
    ...vertical(['　　　日に船が港に']).slice(3),
  ]
  expect(await textsOf(dated)).toEqual(['一月12日に船が港に'])
})

test('letters of cells below each other are no vertical lines', async () => {
  const rows = ['a', 'b', 'c', 'd'].flatMap((text, at) => drawnLine(`${text}  one  two`, { y: 700 - at * 12 }))
  expect((await linesOf(drawnPdf([rows]))).map(({ isVertical }) => isVertical)).toEqual([false, false, false, false])
})

const geotopo = testData('pdf/geotopo-de-117p.pdf')
test.skipIf(!geotopo)('names in a figure that clips in its own coordinates are read', async () => {
  const { lines } = (await readPages(await readFile(geotopo ?? '')))[39] ?? { lines: [] }
  expect(lines.filter(({ text }) => text === 'M')).toHaveLength(3)
})

test.each([90, 180, 270])('text that is turned by %s degrees is read along its lines', async (angle) => {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([400, 400])
  page.setRotation(degrees(angle))
  for (const [at, line] of ['nobody in the town had', 'ever agreed to them'].entries()) {
    const down = 20 * at
    const places: Record<number, { x: number; y: number }> = {
      90: { x: 100 + down, y: 100 },
      180: { x: 300, y: 100 + down },
      270: { x: 300 - down, y: 300 },
    }
    page.drawText(line, { ...places[angle], size: 12, rotate: degrees(angle) })
  }
  const lines = await linesOf(Buffer.from(await pdf.save()))
  expect(lines.map(({ text }) => text)).toEqual(['nobody in the town had', 'ever agreed to them'])
  expect(lines[0]?.up).toBeGreaterThan(lines[1]?.up ?? Infinity)
})

test('labels that are turned otherwise than the text of their page are read behind it', async () => {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([400, 400])
  page.drawText('the discharge of a river', { x: 100, y: 300, size: 10 })
  page.drawText('in cubic feet', { x: 60, y: 100, size: 10, rotate: degrees(90) })
  page.drawText('per second', { x: 75, y: 100, size: 10, rotate: degrees(90) })
  page.drawText('is seen in the figure', { x: 100, y: 288, size: 10 })
  const lines = await linesOf(Buffer.from(await pdf.save()))
  expect(lines.map(({ text, turned, isAside }) => [text, turned, isAside])).toEqual([
    ['the discharge of a river', 0, false],
    ['is seen in the figure', 0, false],
    ['in cubic feet', 3, true],
    ['per second', 3, true],
  ])
})

test.each([
  ['/Rotate 180', '150 200 Td (nobody in) Tj 0 20 Td (the town) Tj'],
  ['', '-1 0 0 -1 20 200 Tm (nobody in) Tj 0 20 Td (the town) Tj'],
])('text in a negative size is read along its lines', async (page, content) => {
  const font = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
  const body = Buffer.from(`BT /F1 -12 Tf ${content} ET`)
  const lines = await linesOf(aPdf({ page: `${page} ${font}`, objects: { 4: { entries: '', body } } }))
  expect(lines.map(({ text }) => text)).toEqual(['nobody in', 'the town'])
  expect(lines[0]?.size).toBeCloseTo(12)
})

test.each([
  ['a stamp across a page', 45, 60, true],
  ['a stamp that falls', 330, 60, true],
  ['the label of a chart', 20, 10, true],
  ['a page that was scanned askew', 3, 10, false],
])('of %s the words are read', async (_, angle, size, areAside) => {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([600, 800])
  for (let line = 0; line < 4; line += 1)
    page.drawText('nobody in the town had', { x: 60, y: 700 - line * 14, size: 10 })
  page.drawText('DRAFT COPY', { x: 150, y: 400, size, rotate: degrees(angle) })
  const lines = (await linesOf(Buffer.from(await pdf.save()))).slice(4)
  expect(lines.map(({ text }) => text)).toEqual(areAside ? ['DRAFT', 'COPY'] : ['DRAFT COPY'])
  expect(lines.every(({ isAside }) => isAside === areAside)).toBe(true)
  // It is where the word is, along the page and across it.
  const [word] = lines
  expect(word?.start).toBeGreaterThan(140 - size)
  expect(word?.start).toBeLessThan(160)
  if (areAside) expect(word?.size).toBeGreaterThan(size * 1.5)
})

test('text that leans as italics do, and a page of slanted text, are read', async () => {
  const font = '/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
  const read = async (matrix: string) => {
    const body = Buffer.from(`BT /F1 12 Tf ${matrix} 20 100 Tm (the old) Tj ET`)
    return (await wordsOf(aPdf({ page: font, objects: { 4: { entries: '', body } } }))).trim()
  }
  expect(await read('1 0 0.33 1')).toBe('the old')
  expect(await read('0.94 0.34 -0.34 0.94')).toBe('the old')
})

const lineIn = async (font: string) => {
  const page = `/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /${font} >> >> >>`
  const body = Buffer.from('BT /F1 12 Tf 20 200 Td (nobody in) Tj ET')
  return (await linesOf(aPdf({ page, objects: { 4: { entries: '', body } } })))[0]
}

test.each([
  ['NimbusRomNo9L-Medi', true],
  ['ABCDEF+NimbusRomNo9L-MediItal', true],
  ['URWGothicL-Demi', true],
  ['ABCDEF+CMBX12', true],
  ['CMSSBX10', true],
  ['SFSX1095', true],
  ['NimbusRomNo9L-Regu', false],
  ['Roboto-Medium', false],
  ['CMSS10', false],
  ['Demimonde-Regular', false],
])('whether the font %s is bold is known from its name', async (name, isBold) => {
  expect((await lineIn(name))?.isBold).toBe(isBold)
})

test.each([
  ['ABCDEF+CMTT10', true],
  ['SFTT1000', true],
  ['NimbusMonL-Regu', true],
  ['DejaVuSansMono', true],
  ['MonotypeCorsiva', false],
  ['AmericanTypewriter', false],
  ['Harmonia-Regular', false],
])('whether the letters of the font %s have one width is known from its name', async (name, isFixedPitch) => {
  expect((await lineIn(name))?.isFixedPitch).toBe(isFixedPitch)
})

test.skipIf(!hasCases)('text that is turned by a quarter is read along its lines', async () => {
  const words = await wordsOf(caseFile('en-land-gs.pdf'))
  expect(words).toContain('The silver lantern carried a distant teacher behind the sailor of heavy bridges')
})

test('columns that are drawn row by row are read one after the other, and tables by rows', async () => {
  const words = 'alpha bravo delta gamma sigma omega'.split(' ')
  const rows = (left: string, right: string) =>
    words.flatMap((word, at) => [
      ...drawnLine(`${left} ${word} and some more`, { y: 700 - at * 12 }),
      ...drawnLine(`${right} ${word} and some more`, { x: 320, y: 700 - at * 12 }),
    ])
  const texts = await textsOf(rows('one', 'two'))
  expect(texts).toEqual([
    ...words.map((word) => `one ${word} and some more`),
    ...words.map((word) => `two ${word} and some more`),
  ])
  const cells = words.flatMap((word, at) => [
    ...drawnLine(at === 0 ? 'the longest of all cells' : word, { y: 700 - at * 12 }),
    ...drawnLine(at === 3 ? 'another of the long cells' : word, { x: 320, y: 700 - at * 12 }),
  ])
  expect((await textsOf(cells)).slice(2, 4)).toEqual(['bravo', 'bravo'])
})

test.each([
  [
    'contents without leaders',
    ['Chapter One', 'Chapter Two', 'Chapter Ten', 'Chapter Six', 'Chapter Nine'],
    ['3', '4', '7', '8', '9'],
    false,
  ],
  [
    'entries of several words',
    ['The harbour of it', 'The boats of them', 'The tides of them', 'The hours of it', 'The town of them'],
    ['3', '4', '7', '8', '9'],
    false,
  ],
  ['numbers', ['12.5', '13.5', '14.7', '15.2', '16.0'], ['3.3', '4.1', '7.0', '8.0', '9.2'], false],
  [
    'short lines of text',
    ['a and b', 'c and d', 'e and f', 'g and h', 'i and j'],
    ['k and l', 'm and n', 'o and p', 'q and r', 's and t'],
    true,
  ],
  [
    'verse without blanks',
    ['床前明月光', '疑是地上霜', '举头望明月', '低头思故乡', '床前明月光'],
    ['夜明船着港', '夜明船着港', '夜明船着港', '夜明船着港', '夜明船着港'],
    true,
  ],
])('%s in two columns are read as they were meant', async (_, left, right, areColumns) => {
  const rows = left.flatMap((text, at) => [
    ...drawnLine(text, { y: 700 - at * 12 }),
    ...drawnLine(right[at] ?? '', { x: 320, y: 700 - at * 12 }),
  ])
  expect(await textsOf(rows)).toEqual(areColumns ? [...left, ...right] : left.flatMap((text, at) => [text, right[at]]))
})

test.skipIf(!hasCases)('columns of a file that draws them row by row are read one after the other', async () => {
  expect(await wordsOf(caseFile('en-rows.pdf'))).toContain(
    'gathered a silver forest without the river of bitter orchards',
  )
})

test('words of a justified line that stand far apart are one line where others have no gap', async () => {
  const narrow = [
    ...drawnLine('a line of the column'),
    ...drawnLine('scarf', { y: 688 }),
    ...drawnLine('the', { x: 145, y: 688 }),
    ...drawnLine('and a line below them', { y: 676 }),
  ]
  expect(await textsOf(narrow)).toEqual(['a line of the column', 'scarf the', 'and a line below them'])
})
