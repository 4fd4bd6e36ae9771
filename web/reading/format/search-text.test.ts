import { expect, test } from 'vitest'
import { finderOf } from './search-text.ts'

const find = (query: string | string[], text: string) =>
  finderOf(query)?.(text).map(({ start, end }) => text.slice(start, end))

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
  expect(finderOf(' ')).toBeUndefined()
})

test('a text is found as it was written, whatever may be left out in it', () => {
  expect(find('כתב', 'כָּתַב')).toEqual(['כָּתַב'])
  expect(find('كتب', 'كَتَبَ')).toEqual(['كَتَبَ'])
  expect(find('first', 'a ﬁrst İ')).toEqual(['ﬁrst'])
  expect(find('istanbul', 'in İstanbul')).toEqual(['İstanbul'])
  expect(find(['1897'], 'in 1897¹ she')).toEqual(['1897'])
})

test('other letters are other words', () => {
  expect(find('한국', '학교 한국에서')).toEqual(['한국'])
  expect(find(['한국'], '한국에서')).toEqual(['한국'])
  expect(find('かき', 'かぎ')).toEqual([])
  expect(find('नगर', 'नगरी नगर')).toEqual(['नगर'])
})

test('a text of a PDF is found over its gaps and the ends of its lines', () => {
  expect(find('harbour, said', 'harbour , said')).toEqual(['harbour , said'])
  expect(find('1897 she', 'In 1897¹ she')).toEqual(['1897¹ she'])
  expect(find('นาฬิกาเมือง', 'นาฬิกา เมือง')).toEqual(['นาฬิกา เมือง'])
  expect(find('明けに', '夜 明 け に')).toEqual(['明 け に'])
  expect(find('明けに 船', '夜明けに船が')).toEqual(['明けに船'])
  expect(find('นาฬิกา เมือง', 'นาฬิกาเมือง')).toEqual(['นาฬิกาเมือง'])
  expect(find('a b', 'ab')).toEqual([])
  expect(find('한국 학교', '한국학교')).toEqual([])
  expect(find('第 12 章', '第12章')).toEqual([])
})

test('a vowel sign ends no word', () => {
  expect(find(['नगर'], 'नगरी नगर')).toEqual(['नगर'])
  expect(find(['لكت'], 'مُلكت لكت')).toEqual(['لكت'])
})
