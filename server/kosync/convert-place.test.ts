import { expect, test } from 'vitest'
import { toPage, toProgress } from './convert-place.ts'

const PDF = { isEpub: false, pageCount: 40, spine: [], firstPages: [] }
/** The second item of the spine is no chapter. */
const EPUB = { isEpub: true, pageCount: 40, spine: [1, 3, 4], firstPages: [1, 5, 31] }

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
