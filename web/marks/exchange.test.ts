import { describe, expect, test } from 'vitest'
import type { MarkContent } from '#contract/marks.ts'
import { MarkContent as Schema } from '#contract/marks.ts'
import { exportAllMarks, exportMarks } from './export-marks.ts'
import type { ListedMark } from './listed-marks.ts'
import { newMarks, readAnnotations } from './web-annotations.ts'

const contentOf = (exact: string, changes: Partial<MarkContent> = {}): MarkContent => ({
  color: 'gold',
  note: '',
  file: 'abc',
  createdAt: '2026-05-01T12:00:00.000Z',
  anchors: [{ page: 12, start: 5, end: 5 + exact.length, exact, prefix: 'It said ', suffix: ' and no more' }],
  ...changes,
})

const id = (last: number) => `0197f000-0000-7000-8000-00000000000${last}`
const marks: ListedMark[] = [
  { id: id(1), page: 12, content: contentOf('The moor is "wide", and\u{2026} old') },
  { id: id(2), page: 13, content: contentOf('=1+1', { color: 'blue', note: 'Compare\n# chapter <b>two</b>' }) },
  { id: id(3), page: 30, content: contentOf('Once upon a time', { color: null }) },
  { id: id(4), page: undefined, content: contentOf('Gone', { color: 'ink' }) },
]
const exported = {
  book: { _id: id(9), title: 'The Harbour: Log', author: 'Ida Fenn' },
  marks,
  chapters: [
    { title: 'The Ferry', page: 1 },
    { title: 'The Long Gale', page: 13 },
  ],
  address: 'https://books.example.org',
}

test('Markdown has quotes and notes by chapter, as plain text', () => {
  const { name, text } = exportMarks(exported, 'markdown')
  expect(name).toBe('The Harbour Log - marks.md')
  expect(text).toBe(`# The Harbour: Log

Ida Fenn

## The Ferry

> The moor is "wide", and\u{2026} old
>
> — p. 12, 2026-05-01

## The Long Gale

> =1+1
>
> — p. 13, 2026-05-01

Compare
\\# chapter \\<b\\>two\\</b\\>

Bookmark — p. 30, 2026-05-01: Once upon a time\u{2026}

## No longer found in this file

> Gone
>
> — 2026-05-01
`)
})

test('CSV is quoted as RFC 4180 says, and no cell is a formula', () => {
  const { text } = exportMarks(exported, 'csv')
  const rows = text.split('\r\n')
  expect(rows[0]).toBe('\u{FEFF}Kind,Color,Page,Chapter,Text,Note,Date')
  expect(rows[1]).toBe('Highlight,Gold,12,The Ferry,"The moor is ""wide"", and\u{2026} old",,2026-05-01T12:00:00.000Z')
  expect(rows[2]).toContain(`,'=1+1,"Compare\n# chapter <b>two</b>",`)
})

test('Readwise gets its columns, and highlights only', () => {
  const rows = exportMarks(exported, 'readwise').text.split('\r\n')
  expect(rows[0]).toBe('\u{FEFF}Highlight,Title,Author,URL,Note,Location,Date')
  expect(rows[2]).toMatch(/,The Harbour: Log,Ida Fenn,https:\/\/books\.example\.org\/read\/[\d-f]+#page=13,/)
  expect(rows.filter(Boolean).length).toBe(4)
})

test('Web Annotations that are exported are imported as they were, but for the file', () => {
  const { text, type } = exportMarks(exported, 'annotations')
  expect(type).toBe('application/ld+json')
  const read = readAnnotations(text)
  expect(read).toEqual(marks.map(({ id: one, content }) => ({ id: one, content: { ...content, file: '' } })))
  for (const { content } of read ?? []) expect(Schema.parse(content)).toEqual(content)
})

test('what is there already is not imported again', () => {
  const read = readAnnotations(exportMarks(exported, 'annotations').text) ?? []
  expect(newMarks(marks, read)).toEqual([])
  const others = read.map((mark, index) => ({ ...mark, id: id(index + 5) }))
  expect(newMarks(marks, others)).toEqual([])
  expect(newMarks([], [...read, ...read]).length).toBe(4)
})

test('an annotation of another program is imported with a color, and with what the server accepts', () => {
  const [mark] =
    readAnnotations(
      JSON.stringify({
        '@context': 'http://www.w3.org/ns/anno.jsonld',
        type: 'Annotation',
        body: { type: 'TextualBody', value: 'A\u{0} note ' },
        target: {
          source: 'https://elsewhere.example.org/book.pdf',
          selector: { type: 'TextQuoteSelector', exact: 'light\n  house \u{D83D}', prefix: 'x'.repeat(90) },
        },
      }),
    ) ?? []
  expect(mark?.content).toMatchObject({
    color: 'gold',
    note: 'A note',
    anchors: [{ page: 1, exact: 'light house \u{FFFD}' }],
  })
  expect(Schema.parse(mark?.content)).toEqual(mark?.content)
})

test.each(['', 'null', '7', '{"type":"Book"}', '<html>'])('%j has no annotations', (text) => {
  expect(readAnnotations(text)).toBe(undefined)
})

test.each([
  '[{"target":{"selector":{"type":"TextQuoteSelector"}}}]',
  '[{"target":{"selector":{"type":"TextPositionSelector","start":1e9}}}]',
  '[{"target":{"selector":[{"type":"FragmentSelector","value":"page=0"}]}}]',
  '[{}]',
  '[null, 7]',
])('%s has no place in a text', (text) => {
  expect(readAnnotations(text)).toEqual([])
})

test('a mark in an EPUB keeps its CFI, in this library and from another program', () => {
  const cfi = 'epubcfi(/6/4!/4/2,/1:0,/1:9)'
  const marked = contentOf('The lamp', {
    anchors: [{ page: 3, cfi, start: 0, end: 8, exact: 'The lamp', prefix: '', suffix: ' was lit' }],
  })
  const { text } = exportMarks({ ...exported, marks: [{ id: id(5), page: 3, content: marked }] }, 'annotations')
  expect(readAnnotations(text)?.[0]?.content.anchors).toEqual(marked.anchors)
  const selector = [
    { type: 'FragmentSelector', value: cfi },
    { type: 'TextQuoteSelector', exact: 'The lamp' },
  ]
  const [read] = readAnnotations(JSON.stringify({ type: 'Annotation', target: { selector } })) ?? []
  expect(read?.content.anchors).toMatchObject([{ page: 1, cfi, exact: 'The lamp' }])
  expect(Schema.parse(read?.content)).toEqual(read?.content)
})

describe('the marks of two books are one file', () => {
  const other = {
    book: { _id: id(8), title: 'Zinc', author: '' },
    chapters: [],
    address: exported.address,
    marks: [{ id: id(5), page: 2, content: contentOf('Second book', { note: 'Mine' }) }],
  }
  const read = (format: Parameters<typeof exportAllMarks>[1]) => exportAllMarks([exported, other], format)

  test('as Markdown with a heading for each', () => {
    const { name, text } = read('markdown')
    expect(name).toBe('All marks.md')
    expect(text).toMatch(/^# The Harbour: Log\n[^]*\n# Zinc\n\n\n\n> Second book\n/)
  })

  test('as CSV with the book in each row', () => {
    const rows = read('csv').text.split('\r\n')
    expect(rows[0]).toBe('\u{FEFF}Title,Author,Kind,Color,Page,Chapter,Text,Note,Date')
    expect(rows[1]).toMatch(/^The Harbour: Log,Ida Fenn,Highlight,Gold,12,/)
    expect(rows[5]).toBe('Zinc,,Highlight,Gold,2,,Second book,Mine,2026-05-01T12:00:00.000Z')
  })

  test('as Readwise reads it, with one head', () => {
    const rows = read('readwise').text.split('\r\n').filter(Boolean)
    expect(rows.length).toBe(5)
    expect(rows[4]).toMatch(/^Second book,Zinc,,https:.*\/read\/[\d-f]+#page=2,Mine,2,/)
  })

  test('as Web Annotations, each with its book as its source, and imported as they were', () => {
    const { text } = read('annotations')
    const { total, first } = JSON.parse(text)
    expect(total).toBe(5)
    expect(first.items.map(({ target }: { target: { source: string }[] }) => target[0]?.source)).toEqual([
      ...marks.map(() => `https://books.example.org/read/${id(9)}`),
      `https://books.example.org/read/${id(8)}`,
    ])
    expect(readAnnotations(text)?.length).toBe(5)
  })
})
