import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test.for([
  ['Ida Fenn', 'Ida Fenn'],
  ['', ''],
  [3, 3],
  ['ليلى', '\u2068ليلى\u2069'],
  ['«12» לילה', '\u2068«12» לילה\u2069'],
  ['A book by ליילה', 'A book by ליילה'],
])('%j is put into an English sentence as %j', ([value, text]) => {
  expect(isolated(value)).toBe(text)
})
