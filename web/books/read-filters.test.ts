import { expect, test } from 'vitest'
import { ACCESS_FILTERS } from '#contract/shapes/accessibility.ts'
import { LICENCES, TAG_MAX } from '#contract/shapes/detail-fields.ts'
import { FILTERS, READER_AGES } from '#contract/shapes/filters.ts'
import { readFilters } from './read-filters.ts'

const read = (values: Record<string, string>) => readFilters(new URLSearchParams(values))

test('every value that the API takes is read', () => {
  for (const licence of LICENCES) expect(read({ licence })).toEqual({ licence })
  for (const age of READER_AGES) expect(read({ age })).toEqual({ age })
  for (const access of ACCESS_FILTERS) expect(read({ access })).toEqual({ access })
  const all = { language: 'yue', tag: '灯'.repeat(TAG_MAX), licence: 'cc0', age: '13', access: 'screen-reader' }
  expect(read({ ...all, query: 'lamp' })).toEqual(all)
})

test('other values are left out', () => {
  for (const value of ['', ' ', 'x'.repeat(TAG_MAX + 1)])
    expect(read(Object.fromEntries(FILTERS.map((name) => [name, value])))).toEqual({})
  expect(read({ language: 'pt-BR', licence: 'cc-by-sa-nd', age: '18', access: 'screen' })).toEqual({})
})
