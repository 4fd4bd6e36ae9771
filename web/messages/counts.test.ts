import { beforeEach, expect, test, vi } from 'vitest'
import { decimal, grouped, megabytes } from './counts.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [100_000, '100,000'],
  [1_234_567, '1,234,567'],
])('%i is formatted as %s', (count, text) => {
  expect(grouped(count)).toBe(text)
  expect(grouped(count)).toBe(count.toLocaleString('en'))
})

beforeEach(() => vi.resetModules())

test.each([
  ['en-GB', '1,234,567', '4.5', '6.0'],
  ['de', '1.234.567', '4,5', '6,0'],
  ['fr', '1\u{202F}234\u{202F}567', '4,5', '6,0'],
])('%s writes numbers as %s, %s and %s', async (locale, count, average, size) => {
  vi.doMock('./language.ts', () => ({ LANGUAGE: { locale }, IS_ENGLISH: locale === 'en-GB' }))
  const counts = await import('./counts.ts')
  expect(counts.grouped(1_234_567)).toBe(count)
  expect(counts.decimal(4.5)).toBe(average)
  expect(counts.megabytes(6 * 1_048_576)).toBe(size)
})

test('English has the same numbers with Intl', () => {
  const english = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  for (const number of [0, 0.1, 3.26, 4.5, 99.9]) expect(decimal(number)).toBe(english.format(number))
  expect(megabytes(1)).toBe('0.1')
})
