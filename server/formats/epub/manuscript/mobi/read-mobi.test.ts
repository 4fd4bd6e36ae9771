import { describe, expect, test } from 'vitest'
import { convertManuscript } from '#server/formats/epub/manuscript/convert-manuscript.ts'
import { ManuscriptRejectedError } from '#server/formats/epub/manuscript/manuscript-error.ts'
import type { Sample } from '#server/formats/epub/manuscript/testing-manuscripts.ts'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { PNG } from '#server/testing/book-form.ts'
import { markPlaces } from './mark-places.ts'
import { openPalmDatabase, type PalmDatabase } from './palm-database.ts'
import { readMobiIndex } from './read-indx-records.ts'
import { aMobi, anAzw3, EXTH, type Kf7ToWrite, type Kf8ToWrite, writeDatabase } from './testing-mobi.ts'
import { MOBI_SAMPLES } from './testing-mobi-samples.ts'
import { languageOfWindows } from './windows-languages.ts'

const read = async ({ fileName, bytes }: Sample) => {
  const { epub, findings, extension } = await convertManuscript({ fileName, bytes, words: {} })
  const { manifest } = await ingest(Buffer.from(epub))
  const zip = await openZip(Buffer.from(epub))
  const chapters = zip.names
    .filter((name) => /\/c\d+\.xhtml$/.test(name))
    .map(
      (name) =>
        zip
          .read(name)
          ?.toString()
          .replace(/^[\s\S]*?<section[^>]*>/, '') ?? '',
    )
  const contents = manifest.contents.map(({ level, label }) => `${level} ${label}`)
  return { manifest, findings, extension, contents, chapters, all: chapters.join('\n'), names: zip.names }
}
const sample = (name: string) => read(MOBI_SAMPLES[name]?.() ?? { fileName: '', bytes: Buffer.alloc(0) })
const kf7 = (html: string, book: Partial<Kf7ToWrite> = {}) =>
  read({ fileName: 'a.mobi', bytes: aMobi({ html, ...book }) })
const kf8 = (chapters: string[], book: Partial<Kf8ToWrite> = {}) =>
  read({ fileName: 'a.azw3', bytes: anAzw3({ chapters, ...book }) })
const refusal = (bytes: Buffer) =>
  convertManuscript({ fileName: 'a.mobi', bytes, words: {} }).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error ? error.message : 'thrown'),
  )

describe.each(['KF7', 'KF7 without compression', 'KF7 with a dictionary', 'KF8', 'both'])('a MOBI (%s)', (name) => {
  test('says what it is, and has its cover', async () => {
    const { manifest, extension } = await sample(name)
    expect(extension).toBe(name === 'KF8' || name === 'both' ? '.azw3' : '.mobi')
    expect(manifest.metadata).toMatchObject({
      title: 'The Mill',
      authors: [{ name: 'Ottoline Marsh' }, { name: 'Ida Fenn' }],
      languages: ['en-GB'],
      description: 'A wheel turns.\nIt stops.',
      isbn: '9783161484100',
      published: '2001-05-06',
      subjects: ['mills', 'rivers'],
    })
    expect(manifest.cover).toBe('EPUB/cover.png')
  })

  test('has its contents, its notes and its pictures', async () => {
    const { contents, all, names, findings } = await sample(name)
    expect(contents).toEqual(['1 Chapter One: The Wheel', '2 Below', '1 Chapter Two'])
    expect(all).toMatch(/The wheel turns(?:<sup>)?<a id="ref1" href="#fn1" epub:type="noteref"/)
    expect(all).toMatch(/<aside id="fn1"[^>]*><p><a href="#ref1" role="doc-backlink">1<\/a> The first note\. ?<\/p>/)
    expect(all).toContain('<a href="c2.xhtml#')
    expect(all).toContain('<img src="picture1.png" alt="A mill"/>')
    expect(names.filter((one) => one.endsWith('.png'))).toEqual(['EPUB/picture1.png', 'EPUB/cover.png'])
    expect(all).toContain('Über alle Gipfel')
    expect(all).not.toMatch(/Contents|The older one/)
    expect(findings.filter((finding) => !finding.includes('no description'))).toEqual([])
  })
})

test('older books have their headings from their contents, and marks that are no numbers', async () => {
  const { all } = await sample('KF7')
  expect(all).toContain('<h1 id="h1">Chapter One:<br/>The Wheel</h1>')
  expect(all).toContain('<h2 id="h2">Below</h2>')
  expect(all).toContain('<p class="center">* * *</p>')
  expect(all).toContain('<p>In a <b>division</b></p><p>within another.</p>')
  expect(all).toContain('<ol start="3"><li>third</li></ol>')
  expect(all).toMatch(/The first note\.<\/p><p>It has more\.<\/p><\/aside>/)
  expect(all).toMatch(/role="doc-noteref">\*<\/a>[\s\S]*role="doc-backlink">\*<\/a> The second note\.<\/p><\/aside>/)
})

test('what style sheets mean is kept', async () => {
  const { all } = await sample('KF8')
  expect(all).toContain('<span><em>slowly</em></span>'.replace(/<\/?span>/g, ''))
  expect(all).toContain('<span class="small-caps">Small</span>')
  expect(all).toContain('<p class="center">* * *</p>')
  expect(all).toContain('<p lang="de" xml:lang="de">Über alle Gipfel</p>')
})

test('a book from right to left is one', async () => {
  const { manifest, all } = await sample('Hebrew')
  expect(manifest).toMatchObject({ direction: 'rtl', metadata: { languages: ['he'] } })
  expect(all).toContain('הגלגל מסתובב.')
})

test('the direction is that of the book, where it says one', async () => {
  const { manifest } = await kf8(['<p>Words.</p>'], { exth: [[525, 'horizontal-rl']] })
  expect(manifest.direction).toBe('rtl')
})

test('without contents those are its page of them, or its headings', async () => {
  const page = '<p id="toc">Contents</p><p><a filepos=@{a}>First</a></p><p><a filepos=@{b}>Second</a></p>'
  const text = '<p id="a">First</p><p>One.</p><mbp:pagebreak/><p id="b">Second</p><p>Two.</p>'
  expect((await kf7(`${page}<mbp:pagebreak/>${text}`, { contentsPage: 'toc' })).contents).toEqual([
    '1 First',
    '1 Second',
  ])
  const { contents } = await kf8(['<h2>One</h2><p>x</p>', '<p>goes on</p>', '<h2>Two</h2><h3>Deep</h3><p>y</p>'])
  expect(contents).toEqual(['1 One', '1 Two', '2 Deep'])
})

test('a book that names no title and language has those of its header', async () => {
  const { manifest } = await kf7('<p>Wörter.</p>', { title: 'Die Mühle', locale: 0x0407 })
  expect(manifest.metadata).toMatchObject({ title: 'Die Mühle', languages: ['de'] })
})

test.each([
  [0x0009, 'en'],
  [0x0409, 'en'],
  [0x0407, 'de'],
  [0x0419, 'ru'],
  [0x0411, 'ja'],
  [0x0404, 'zh-TW'],
  [0x0804, 'zh-CN'],
  [0x0004, 'zh'],
  [0x0416, 'pt-BR'],
  [0x0816, 'pt-PT'],
  [0x041a, 'hr'],
  [0x081a, 'sr-Latn'],
  [0x0c1a, 'sr'],
  [0x0414, 'nb'],
  [0x0814, 'nn'],
  [0x083c, 'ga'],
  [0x0453, 'km'],
  [0x0456, 'gl'],
  [0x0000, ''],
  [0x03ff, ''],
])('the language of number %i is %j', (code, language) => {
  expect(languageOfWindows(code)).toBe(language)
})

test.each([
  ['2010-01-01T00:00:00+00:00', '2010-01-01'],
  // Midnight of the day after it, in a time zone ahead: calibre writes it so.
  ['2009-12-31T23:00:00+00:00', '2010-01-01'],
  ['2009-12-31T12:00:00+00:00', '2009-12-31'],
  ['2010-06', '2010-06'],
  ['0101-01-01T00:00:00+00:00', null],
])('one of %s is of %s', async (said, published) => {
  const { manifest } = await kf7('<p>x</p>', { exth: [[EXTH.date, said]] })
  expect(manifest.metadata.published).toBe(published)
})

test('what is set in fixed pages or vertical lines says so', async () => {
  const { findings } = await kf8(['<p>語。</p>'], {
    exth: [
      [122, 'true'],
      [525, 'vertical-rl'],
    ],
  })
  expect(findings).toEqual([expect.stringContaining('fixed layout'), expect.stringContaining('vertical')])
})

test('pictures that are missing are named, and the words around them are there', async () => {
  const { all, findings } = await kf7('<p>Before <img recindex="00009" alt="a boat"/> after.</p>')
  expect(all).toContain('Before a boat after.')
  expect(findings).toEqual([expect.stringMatching(/^1 picture was left out/)])
})

test('a picture in a drawing, which has a flow of its own, is there', async () => {
  const drawing = (content: string) => `<svg xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`
  const page = ['<p>Words.</p><div><img src="kindle:flow:0001?mime=image/svg+xml" alt="A mill"/></div>']
  const image = '<image xlink:href="kindle:embed:0001?mime=image/png"/>'
  const shown = await kf8(page, { pictures: [PNG], css: drawing(image) })
  expect(shown.all).toContain('<img src="picture1.png" alt="A mill"/>')
  expect(shown.findings).toEqual([])
  const drawn = await kf8(page, { pictures: [PNG], css: drawing('<path d="M0 0h1"/>') })
  expect(drawn.all).toContain('A mill')
  expect(drawn.findings).toEqual([expect.stringMatching(/^1 picture was left out/)])
})

test('the words of a drawing are there, each text of it in its line', async () => {
  const words = '<text x="1">The <tspan>old</tspan>\n mill</text><g><text>The river</text></g>'
  const drawing = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`
  const inFlow = '<p><img src="kindle:flow:0001?mime=image/svg+xml" alt="A map"/></p>'
  expect((await kf8([inFlow], { css: drawing(words) })).all).toContain('<p>The old mill<br/>The river</p>')
  const { all } = await kf8([`<div>${drawing(words)}</div><p>${drawing('<path d="M0 0h1"/>')}After</p>`])
  expect(all).toMatch(/<p>The old mill<br\/>The river<\/p>\s*<p>After<\/p>/)
  const image = '<image width="600" height="800" xlink:href="kindle:embed:0001?mime=image/png"/>'
  const both = await kf8([inFlow], { pictures: [PNG], css: drawing(image + words) })
  expect(both.all).toContain('<img src="picture1.png" alt="A map"/><br/>The old mill<br/>The river')
  expect((await kf8(['<p>Words.</p>', inFlow], { css: '<svg><text>Cut' })).all).toContain('Words.')
})

test('space above a paragraph parts scenes, where few have some, and none below a heading', async () => {
  const three = '<p>b</p><p>c</p><p>d</p>'
  const { all } = await kf8([`<h1>One</h1><p class="s">a</p>${three}<p class="s">e</p>${three}`], {
    css: '.s { margin-top: 1em }',
  })
  expect(all).toContain('<p>a</p>')
  expect(all).toContain('<p class="gap">e</p>')
  const older = await kf7(`<p height="1em" width="0pt">a</p>${three}<p height="1em" width="0pt">e</p>${three}`)
  expect(older.all).toContain('<p>a</p>')
  expect(older.all).toContain('<p class="gap">e</p>')
  expect((await kf7('<p height="1em">a</p><p height="1em">b</p><p height="1em">c</p>')).all).not.toContain('gap')
})

test.each(['<br/>', '&#160;', '<span>&#160;</span>'])(
  'an empty line (%s) parts scenes, and none below a heading',
  async (line) => {
    const html = `<h1>One</h1><p>${line}</p><p>a</p><p>${line}</p><p>b</p><p> </p><p>c</p><p>d&#160;e</p><p>f</p>`
    for (const { all } of [await kf7(html), await kf8([html])])
      expect(all).toMatch(/<\/h1><p>a<\/p><p class="gap">b<\/p><p>c<\/p><p>d\u{a0}e<\/p><p>f<\/p>/u)
  },
)

test('what is hidden, as the words for older devices are, is left out, but for what a link leads to', async () => {
  const { all } = await kf8(
    [
      '<h1>One</h1><p class="old">A picture of a table.</p><p class="new">The table<span class="old"> is below</span>.</p>' +
        '<p>Noted<a id="r" href="@{n}">1</a>.</p><div class="old"><p id="n"><a href="@{r}">1</a> The note.</p></div>',
    ],
    { css: '@media amzn-kf8 { .old { display: none } } @media amzn-mobi { .new { display: none } }' },
  )
  expect(all).not.toMatch(/picture|below/)
  expect(all).toContain('The table.')
  expect(all).toMatch(/role="doc-backlink">1<\/a> The note\./)
})

test('a caption stays above or below what it names', async () => {
  const table = '<table><tr><td>Winds</td></tr></table>'
  const { all } = await kf8([
    `<figure><figcaption>Above</figcaption>${table}</figure><figure>${table}<figcaption>Below</figcaption></figure>`,
  ])
  expect(all.replace(/<[^>]*>/g, ' ').match(/\w+/g)).toEqual(['Above', 'Winds', 'Winds', 'Below'])
})

test('a protected one is refused in words', async () => {
  for (const encryption of [1, 2])
    expect(await refusal(aMobi({ html: '<p>x</p>', encryption }))).toMatch(/^This book is protected \(DRM\)/)
})

test.each<[what: string, book: Partial<Kf7ToWrite>]>([
  ['an unknown compression', { fields: [[0, 0x00070000]] }],
  ['more text than records', { fields: [[8, 0xffff1000]] }],
  ['no mark of a MOBI', { fields: [[16, 0]] }],
  [
    'metadata that are too long',
    {
      exth: [[EXTH.author, 'x']],
      fields: [
        [128, 0x40],
        [20, 268],
      ],
    },
  ],
])('one with %s is damaged', async (_, book) => {
  const said = await refusal(aMobi({ html: '<p>Words.</p>', ...book }))
  expect(['accepted', expect.stringMatching(/damaged or cut off/)]).toContainEqual(said)
})

test('one that is cut off anywhere is refused in words, or read', async () => {
  const { bytes } = MOBI_SAMPLES['both']?.() ?? { bytes: Buffer.alloc(0) }
  for (let length = 68; length < bytes.length; length += 131)
    expect(await refusal(bytes.subarray(0, length))).toMatch(/^accepted$|damaged or cut off|no text/)
})

describe('what a file may repeat is bounded', () => {
  const withRecords = (bytes: Buffer, change: (records: Buffer[]) => void): PalmDatabase => {
    const { count, record } = openPalmDatabase(bytes)
    const records = Array.from({ length: count }, (_, at) => Buffer.from(record(at)))
    change(records)
    return openPalmDatabase(writeDatabase(records))
  }
  const decode = (bytes: Buffer) => bytes.toString()
  const indexOf = ({ count, record }: PalmDatabase) =>
    Array.from({ length: count }, (_, at) => at).findIndex((at) => record(at).toString('latin1', 0, 4) === 'INDX')

  test('records that lie over each other', () => {
    const bytes = Buffer.from(aMobi({ html: '<p>x</p>', pictures: [PNG, PNG, PNG] }))
    const { count, record } = openPalmDatabase(bytes)
    expect(record(count - 1).equals(PNG)).toBe(true)
    const begin = bytes.readUInt32BE(78 + (count - 3) * 8)
    bytes.writeUInt32BE(begin, 78 + (count - 1) * 8)
    expect(() => openPalmDatabase(bytes).record(count - 1)).toThrow(ManuscriptRejectedError)
    expect(openPalmDatabase(bytes).record(count - 3)).toHaveLength(PNG.length)
  })

  test('a label that all entries of an index name', () => {
    const label = 'x'.repeat(20_000)
    const contents = Array.from({ length: 500 }, (_, at) => ({ label: at === 0 ? label : '', id: 'a' }))
    const file = withRecords(aMobi({ html: '<p id="a">x</p>', contents }), () => {})
    const { entries, textAt } = readMobiIndex(file, indexOf(file), { decode })
    expect(entries).toHaveLength(500)
    expect(textAt(0)).toBe(label)
    expect(() => entries.forEach(() => textAt(0))).toThrow(ManuscriptRejectedError)
  })

  test('the numbers of entries that lie over each other', () => {
    const contents = [{ label: 'a', id: 'a' }]
    const file = withRecords(aMobi({ html: '<p id="a">x</p>', contents }), (records) => {
      const at = records.findIndex((one) => one.toString('latin1', 0, 4) === 'INDX')
      const head = Buffer.from(records[at + 1]?.subarray(0, 192) ?? '')
      // 250 numbers, which 30,000 entries have.
      const tagx = Buffer.from('TAGX\0\0\0\x14\0\0\0\x01\x01\xfa\x01\0\0\0\0\x01', 'latin1')
      records[at] = Buffer.concat([records[at]?.subarray(0, 192) ?? Buffer.alloc(0), tagx])
      const entry = Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(250, 0x80)])
      const count = 30_000
      head.writeUInt32BE(192 + entry.length, 20)
      head.writeUInt32BE(count, 24)
      const places = Buffer.alloc(4 + count * 2)
      for (let one = 0; one < count; one += 1) places.writeUInt16BE(192, 4 + one * 2)
      records[at + 1] = Buffer.concat([head, entry, places])
    })
    expect(() => readMobiIndex(file, indexOf(file), { decode })).toThrow(/too much time or memory/)
  })

  test('letters that never end are not gone back through', () => {
    const bytes = Buffer.alloc(100_000, 0xa0)
    const { ids } = markPlaces(bytes, [50_000], 'p')
    expect(ids.get(50_000)).toBe('p49997')
  })
})
