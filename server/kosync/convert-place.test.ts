import { expect, test } from 'vitest'
import type { PageMark } from '#server/formats/book-format.ts'
import { fromKepub, toKepub, toPage, toProgress } from './convert-place.ts'

const PDF = { isEpub: false, pageCount: 40, spine: [], firstPages: [], pageMarks: null }
/** The second item of the spine is no chapter. */
const EPUB = { isEpub: true, pageCount: 40, spine: [1, 3, 4], firstPages: [1, 5, 31], pageMarks: null }

test.each([
  ['12', 0.3, 12],
  ['0', 0, 1],
  ['400', 1, 40],
  ['nonsense', 0.5, 21],
])('the page of a PDF is the page: %s', (progress, percentage, page) => {
  expect(toPage(PDF, { progress, percentage })).toBe(page)
})

test.each([
  ['/body/DocFragment[3]/body/p[22]/img.0', 0.31, 13],
  ['/body/DocFragment[3]/body/p[1]/text().0', 0, 5],
  ['/body/DocFragment[3]/body', 1, 30],
  ['/body/DocFragment[2]/body', 0.9, 4],
  ['/body/DocFragment[4].0', 0.8, 32],
  ['/body/DocFragment[99]', 0, 31],
  ['/body/DocFragment[0]', 0.5, 21],
  ['12', 0.5, 21],
])('a place in an EPUB is in its chapter, as far as its share of the book: %s', (progress, percentage, page) => {
  expect(toPage(EPUB, { progress, percentage })).toBe(page)
})

test('a page is the page of a PDF, and the begin of its chapter in an EPUB', () => {
  expect(toProgress(PDF, 10)).toEqual({ progress: '10', percentage: 0.25 })
  expect(toProgress(EPUB, 1)).toEqual({ progress: '/body/DocFragment[1]/body', percentage: 0 })
  expect(toProgress(EPUB, 30)).toEqual({ progress: '/body/DocFragment[3]/body', percentage: 29 / 39 })
  expect(toProgress(EPUB, 40)).toEqual({ progress: '/body/DocFragment[4]/body', percentage: 1 })
})

/** Page 1 begins with a heading, page 2 in its third paragraph, page 3 in the next part after its heading; page 4 is empty. */
const MARKS: PageMark[] = [
  { part: 3, before: {}, name: 'h1' },
  { part: 3, before: { span: 1, h1: 1, p: 2 }, name: 'p' },
  { part: 4, before: { h1: 1 }, name: 'p' },
  { part: 4, before: { h1: 1, span: 1, p: 5 }, name: 'span' },
]
const PAGES = { isEpub: true, pageCount: 4, spine: [], firstPages: [], pageMarks: MARKS }

test.each([
  ['/body/DocFragment[3]/body/section/h1/text().0', 1],
  ['/body/DocFragment[3]/body/section[1]/p[2]/text()[1].40', 1],
  ['/body/DocFragment[3]/body/section/p[3]/text().0', 2],
  ['/body/DocFragment[3]/body/section/p[30]', 2],
  ['/body/DocFragment[4]/body/section/h1', 2],
  ['/body/DocFragment[4]/body/section/p', 3],
  ['/body/DocFragment[4]/body/section/p[6]', 4],
  ['/body/DocFragment[3]/body', 1],
  ['/body/DocFragment[4]/body', 2],
  ['/body/DocFragment[1]/body/section/h1', 1],
  ['/body/DocFragment[9]/body/section/constructor[1]', 4],
  ['nonsense', 3],
])('a place in an EPUB of pages is the page that it is on: %s', (progress, page) => {
  expect(toPage(PAGES, { progress, percentage: 0.6 })).toBe(page)
})

test('a page of a PDF is where it begins in the EPUB of its pages', () => {
  const paths = [1, 2, 3, 4].map((page) => toProgress(PAGES, page)?.progress)
  expect(paths).toEqual([
    '/body/DocFragment[3]/body/section[1]/h1[1]',
    '/body/DocFragment[3]/body/section[1]/p[3]',
    '/body/DocFragment[4]/body/section[1]/p[1]',
    '/body/DocFragment[4]/body/section[1]/span[2]',
  ])
})

test.each([
  ['/body/DocFragment[3]/body/div/div/p[4]/span[2]/text().7', '/body/DocFragment[3]/body/p[4]/span[2]/text().7'],
  ['/body/DocFragment[3]/body/div[1]/div[1]/div[2]/p', '/body/DocFragment[3]/body/div[2]/p'],
  ['/body/DocFragment[3]/body', '/body/DocFragment[3]/body'],
  ['/body/DocFragment[3]/body/div/divide', '/body/DocFragment[3]/body/div/divide'],
])('a place in a KEPUB is one in its EPUB: %s', (kepub, epub) => {
  expect(fromKepub(kepub)).toBe(epub)
})

test.each([
  ['/body/DocFragment[3]/body/p[4]/text()[1].12', '/body/DocFragment[3]/body/div[1]/div[1]/p[4]'],
  ['/body/DocFragment[3]/body/p[4]/em[2]/span[1]/b[1]', '/body/DocFragment[3]/body/div[1]/div[1]/p[4]/em[2]'],
  ['/body/DocFragment[3]/body', '/body/DocFragment[3]/body'],
])('a place in an EPUB is a paragraph in its KEPUB: %s', (epub, kepub) => {
  expect(toKepub(epub)).toBe(kepub)
})
