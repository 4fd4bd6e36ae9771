import { expect, test } from 'vitest'
import { valueIn } from './value-in.ts'

test.each([
  ['2,000', 'de', '2.000'],
  ['5 minutes', 'de', '5 Minuten'],
  ['1 hour', 'de', '1 Stunde'],
  ['3 May 2026', 'de', '3. Mai 2026'],
  ['1,234,567', 'en', '1,234,567'],
  ['40', 'de', '40'],
  ['5 apples', 'de', '5 apples'],
])('%s in %s is %s', (part, locale, text) => {
  expect(valueIn(part, locale)).toBe(text)
})
