import { expect, test } from 'vitest'
import { cutQuote, isRightToLeft, setQuote } from './set-quote.ts'

/** Each character is half as wide as the size. */
const measure = (text: string, size: number) => ([...text].length * size) / 2
const box = { width: 200, height: 100, max: 40, min: 10, lead: 1 }

test('a quote is set in the largest size that fits', () => {
  expect(setQuote('To be', measure, box)).toEqual({ lines: ['To be'], size: 40 })
  const { lines, size } = setQuote('Call me Ishmael. Some years ago, never mind how long', measure, box)
  expect(size).toBeLessThan(40)
  expect(lines.join(' ')).toBe('Call me Ishmael. Some years ago, never mind how long')
  for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(box.width)
  expect(lines.length * size).toBeLessThanOrEqual(box.height)
})

test('one that is too long is cut at a word', () => {
  const { lines, size } = setQuote('never mind, '.repeat(100), measure, box)
  expect(size).toBe(10)
  expect(lines).toHaveLength(10)
  expect(lines.at(-1)).toMatch(/(?:never|mind)…$/)
  for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(box.width)
})

test('a word that is longer than a line is broken', () => {
  const { lines } = setQuote('x'.repeat(300), measure, { ...box, max: 10 })
  expect(lines.join('')).toBe('x'.repeat(300))
})

test('Chinese and Japanese break between words, and never before a closing mark', () => {
  const text = '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。'.repeat(3)
  const { lines } = setQuote(text, measure, box)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('')).toBe(text)
  for (const line of lines) expect(line).not.toMatch(/^[。、」]/)
})

test.each([
  ['كان يا ما كان', true],
  ['«שלום» said', true],
  ['‘Hello’ كان', false],
  ['吾輩は猫である', false],
  ['1984', false],
])('the direction of %s', (text, isFromRight) => expect(isRightToLeft(text)).toBe(isFromRight))

test('a quote is cut to so many characters at a word', () => {
  expect(cutQuote('Call me Ishmael.', 300)).toBe('Call me Ishmael.')
  expect(cutQuote('Call me Ishmael. Some years ago', 17)).toBe('Call me Ishmael…')
  expect(cutQuote('吾輩は猫である。名前はまだ無い。', 9)).toMatch(/^吾輩は.*…$/)
  expect([...cutQuote('word '.repeat(200), 300)].length).toBeLessThanOrEqual(300)
})
