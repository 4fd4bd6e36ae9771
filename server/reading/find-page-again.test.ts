import { expect, test } from 'vitest'
import { createPlaceFinder } from './find-page-again.ts'

/** Words that are the same in every run and hardly repeat. */
const wordsOf = (count: number, seed = 1) => {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state.toString(36)
  })
}

const inPages = (words: string[], perPage: number, dress = (text: string) => text) =>
  Array.from({ length: Math.ceil(words.length / perPage) }, (_, at) => ({
    page: at + 1,
    content: dress(words.slice(at * perPage, (at + 1) * perPage).join(' ')),
  }))

const words = wordsOf(6000)

test('a page is found in the same text with other pages, and the quote is what stood at its top', () => {
  const finder = createPlaceFinder(inPages(words, 310))
  for (const [at, { content }] of inPages(words, 200).entries()) {
    const found = finder.find(content, at / 30)
    expect(found?.page).toBe(Math.floor((at * 200) / 310) + 1)
    expect(content).toMatch(new RegExp(`^${found?.quote}`))
  }
})

test('heads, hyphens, lines and capitals may differ', () => {
  const dressed = inPages(
    words,
    200,
    (text) => `THE BOOK 12\n${text.replace(/(.{60}\w)(\w)/g, '$1-\n$2').toUpperCase()}`,
  )
  const finder = createPlaceFinder(inPages(words, 310))
  for (const [at, { content }] of dressed.entries())
    expect(finder.find(content, at / 30)?.page).toBe(Math.floor((at * 200) / 310) + 1)
})

test('a refrain is found where the rest of the page is', () => {
  const refrain = 'and so they went on and on without an end until the morning came '
  const verses = Array.from({ length: 20 }, (_, at) => refrain + wordsOf(60, at + 2).join(' '))
  const finder = createPlaceFinder(verses.map((content, at) => ({ page: at + 1, content })))
  // The share is wrong on purpose.
  expect(finder.find(verses[14] ?? '', 0.1)?.page).toBe(15)
})

test('a text without spaces is found', () => {
  const text = Array.from({ length: 4000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 9000))).join('')
  const finder = createPlaceFinder([
    { page: 1, content: text.slice(0, 1800) },
    { page: 2, content: text.slice(1800) },
  ])
  expect(finder.find(text.slice(2000, 2500), 0.5)).toEqual({
    page: 2,
    quote: expect.stringContaining(text.slice(2000, 2040)),
  })
})

test('a quote of a text with few spaces is as long as of others, and ends between words', () => {
  const han = Array.from({ length: 400 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 9000))).join('')
  const quoteOf = (content: string) => createPlaceFinder([{ page: 1, content }]).find(content, 0)?.quote ?? ''
  expect(quoteOf(`第一章 ${han}`)).toBe(`第一章 ${han.slice(0, 76)}`)
  expect(quoteOf(words.slice(0, 200).join(' '))).toMatch(/^(?:\w+ )+\w+$/)
  expect(words).toContain(quoteOf(words.slice(0, 200).join(' ')).split(' ').at(-1))
})

test('what is not there, a page with a few words and an empty text are not found', () => {
  const finder = createPlaceFinder(inPages(words, 310))
  expect(finder.find(wordsOf(200, 99).join(' '), 0.5)).toBeUndefined()
  expect(finder.find('Chapter 1', 0.5)).toBeUndefined()
  expect(createPlaceFinder([]).find(words.join(' '), 0)).toBeUndefined()
})
