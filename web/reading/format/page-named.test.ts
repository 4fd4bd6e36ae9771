import { expect, test } from 'vitest'
import { haveNames, pageNamed } from './page-named.ts'

const PAGES = [null, 'i', 'iv', '1', '2', 'A', 'a'].map((label, index) => ({ page: index + 1, label }))

test.each([
  ['iv', 3],
  ['Iv', 3],
  ['2', 5],
  ['A', 6],
  ['a', 7],
  ['300', 300],
  ['٧', 7],
])('the page that is called %s is page %i', (name, page) => {
  expect(pageNamed(PAGES, name)).toBe(page)
})

test.each(['xx', 'Index', '-', '0'])('no page is called %s', (name) => {
  expect(pageNamed(PAGES, name)).toBeUndefined()
})

test.each([
  [[null, 'iv', '1'], true],
  [['1', 'A-3'], true],
  [['٧'], true],
  [['001', '12', null], false],
  [[], false],
])('that pages %j have names that are more than digits: %s', (labels, expected) => {
  expect(haveNames(labels)).toBe(expected)
})
