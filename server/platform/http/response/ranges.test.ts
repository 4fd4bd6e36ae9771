import { expect, test } from 'vitest'
import { partOf } from './ranges.ts'

test.each([
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=90-200', { first: 90, last: 99 }],
  ['bytes=-1', { first: 99, last: 99 }],
  ['bytes=-100', { first: 0, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=99-99', { first: 99, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=9000000000-', 'unsatisfiable'],
  ['bytes=99999999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
])('%s of 100 bytes is a part', (header, part) => {
  expect(partOf(header, 100)).toEqual(part)
})

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=20-10',
  'bytes=0-1,5-6',
  'bytes=0-,0-,0-',
  'items=0-1',
  'bytes=1.5-2',
  'bytes= 0-1',
])('where %s asks for nothing readable or for several parts, it is the whole file', (header) => {
  expect(partOf(header, 100)).toBeUndefined()
})
