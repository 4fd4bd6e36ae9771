import { expect, test } from 'vitest'
import { MAX_QUOTE, wholeWords } from './whole-words.ts'

const HAN = '天亮时船到了港口雾盖住了远山'.repeat(20)

test.each([
  ['a short one', 'The lamp was lit.', 'The lamp was lit.'],
  ['words', 'lamp '.repeat(40).trim(), 'lamp '.repeat(32).trim()],
  ['a text without spaces', HAN, HAN.slice(0, MAX_QUOTE)],
  ['a text with few spaces', `第一章 ${HAN}`, `第一章 ${HAN}`.slice(0, MAX_QUOTE)],
  ['characters of two units', `x${'𠮷'.repeat(90)}`, `x${'𠮷'.repeat(79)}`],
])('the beginning of %s ends with a whole word', (_, text, expected) => {
  expect(wholeWords(text)).toBe(expected)
  expect(() => encodeURIComponent(wholeWords(text))).not.toThrow()
})
