import { expect, test } from 'vitest'
import { joinWords, splitPhrases, splitWords } from './split-words.ts'

/** Whether a page with a text has the one phrase of a query, as the database compares them. */
const has = (text: string, query: string) =>
  splitPhrases(query).every((phrase) => ` ${joinWords(splitWords(text))} `.includes(` ${phrase} `))

test('Korean nouns are found before their particles, and no word over two', () => {
  for (const text of ['한국에서 왔다', '우리 한국은', '한국']) expect(has(text, '한국')).toBe(true)
  for (const text of ['대한 국민', '학교', '한글 국어']) expect(has(text, '한국')).toBe(false)
  expect(has('한국 학교에서', '"한국 학교"')).toBe(true)
  expect(has('한국에서 학교', '"한국 학교"')).toBe(false)
})

test('words are found with and without what may be left out, and no other words', () => {
  expect(has('كَتَبَ الطالب', 'كتب')).toBe(true)
  expect(has('שָׁלוֹם לכם', 'שלום')).toBe(true)
  expect(has('the ﬁrst oﬃce', 'first office')).toBe(true)
  expect(has('in 1897¹ she', '1897')).toBe(true)
  expect(has('she lovedᵃ him, and Smithᵃᵇ', 'loved smith')).toBe(true)
  expect(has('au XIXᵉ siècle Mᵐᵉ', 'xixe mme')).toBe(true)
  expect(has('12 km² of H₂O', '"12 km" h2o')).toBe(true)
  expect(has('कि का', 'के')).toBe(false)
  expect(has('かぎを', 'かき')).toBe(false)
})

test.each([
  ['ที่บ้าน', 'ที่', 'ที'],
  ['น้ำในแม่น้ำ', 'แม่น้ำ', 'แม่น'],
  ['ບໍ່ມີ', 'ບໍ່', 'ບ'],
  ['ខ្មែរ', 'ខ្មែ', 'ខ'],
  ['ကိုယ်', 'ကို', 'က'],
])('of %s the letters %s are found, and %s without its signs is not', (text, found, other) => {
  expect([has(text, found), has(text, other)]).toEqual([true, false])
})

test('a word has its place in the text', () => {
  const text = 'The ﬁrst “שָׁלוֹם” in 학교에서.'
  expect(splitWords(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'The',
    'ﬁrst',
    'שָׁלוֹם',
    'in',
    '학',
    '교',
    '에',
    '서',
    '',
  ])
})
