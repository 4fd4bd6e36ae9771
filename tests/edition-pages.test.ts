import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPagesOf, pageCountOf, pageStarts, startOfPage } from '#contract/shapes/edition-pages.ts'

const WORDS = Array.from({ length: 2000 }, (_, at) => `word${at}`).join(' ')

test('pages begin with a word and have at most 1,800 characters', () => {
  const starts = pageStarts(WORDS)
  expect(starts.length).toBeGreaterThan(8)
  for (const [at, start] of starts.entries()) {
    expect(WORDS.slice(start)).toMatch(/^word/)
    expect((starts[at + 1] ?? WORDS.length) - start).toBeLessThanOrEqual(1800)
  }
})

test('a text without white space is cut, and a chapter without text or of a fixed layout is one page', () => {
  expect(pageStarts('あ'.repeat(4000))).toEqual([0, 1800, 3600])
  expect(pageStarts('')).toEqual([0])
  expect(pageStarts(WORDS, true)).toEqual([0])
})

test('the cuts of any text rise from 0, with at most 1,800 characters between them', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3000 }), { maxLength: 4 }), (parts) => {
      const text = parts.join(' ')
      const starts = pageStarts(text)
      expect(starts[0]).toBe(0)
      for (const [at, start] of starts.entries()) {
        const length = (starts[at + 1] ?? text.length) - start
        expect(length).toBeLessThanOrEqual(1800)
        if (text !== '') expect(length).toBeGreaterThan(0)
      }
    }),
  )
})

test('a page leads to a place', () => {
  const chapters = [{ pages: [0] }, { pages: [0, 100, 200] }, { pages: [0, 50] }]
  expect(pageCountOf(chapters)).toBe(6)
  expect(firstPagesOf(chapters)).toEqual([1, 2, 5])
  const places = [1, 2, 3, 4, 5, 6].map((page) => startOfPage(chapters, page))
  const texts = places.map(({ chapter, position }) => `${chapter}: ${position}`)
  expect(texts).toEqual(['0: 0', '1: 0', '1: 100', '1: 200', '2: 0', '2: 50'])
  expect(startOfPage(chapters, 99)).toEqual({ chapter: 2, position: 50 })
  expect(startOfPage(chapters, 0)).toEqual({ chapter: 0, position: 0 })
})
