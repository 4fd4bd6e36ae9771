import { expect, test } from 'vitest'
import { parseQuery } from './query-string.ts'

test.each([
  ['', {}],
  ['page=1&limit=2', { page: '1', limit: '2' }],
  ['query=a%20b+c', { query: 'a b c' }],
  ['page=1&page=2', { page: ['1', '2'] }],
  ['page[]=1', { page: ['1'] }],
  ['page[x]=1', { page: ['1'] }],
  ['page=', { page: '' }],
  ['page', { page: '' }],
  ['query=%ff%zz', { query: '\uFFFD%zz' }],
])('%j is read as %j', (text, query) => {
  expect({ ...parseQuery(text) }).toEqual(query)
})

test('parameter names of Object.prototype are treated like any other', () => {
  const query = parseQuery('__proto__=x&constructor=y')
  expect(Object.getPrototypeOf(query)).toBeNull()
  expect(Object.entries(query)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ])
})
