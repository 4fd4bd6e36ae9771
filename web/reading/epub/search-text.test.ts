import { expect, test } from 'vitest'
import { patternOf, searchable } from './search-text.ts'

const find = (query: string | string[], text: string) =>
  [...searchable(text).matchAll(patternOf(query) ?? /$^/g)].map(({ 0: match, index }) =>
    text.slice(index, index + match.length),
  )

test('a text is found in any case, without accents and with straight quotation marks', () => {
  expect(find('cafe', 'Café, CAFE\ncafés')).toEqual(['Café', 'CAFE', 'café'])
  expect(find("don't", 'Don’t')).toEqual(['Don’t'])
  expect(find('of the', 'of\nthe')).toEqual(['of\nthe'])
})

test('words of a search are found as whole words, in scripts without spaces anywhere', () => {
  expect(find(['lamp', 'night watch'], 'A lamp, lamps, a Night Watch')).toEqual(['lamp', 'Night Watch'])
  expect(find(['灯台'], '古い灯台の')).toEqual(['灯台'])
})

test('signs of patterns are only signs', () => {
  expect(find('a.b (c)', 'a.b (c) axb')).toEqual(['a.b (c)'])
  expect(find('a-b', 'a–b')).toEqual(['a–b'])
  expect(patternOf(' ')).toBeUndefined()
})

test('every character stays at its place', () => {
  for (const text of ['İstanbul', 'ﬁne', '\u{1F56F}é', 'ẞtraße', 'ǅ'])
    expect([text, searchable(text).length]).toEqual([text, text.length])
})
