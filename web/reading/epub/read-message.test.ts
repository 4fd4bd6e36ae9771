import { expect, test } from 'vitest'
import { readMessage } from './read-message.ts'

const POINTED = {
  kind: 'pointed',
  number: 3,
  to: 'two.xhtml#ferry',
  isTouch: false,
  box: { left: 1, top: 2, width: 30, height: 10 },
}

test('a link that is pointed at is told with what is known of it alone', () => {
  expect(readMessage({ ...POINTED, markup: '<b>' })).toEqual(POINTED)
  expect(readMessage({ kind: 'unpointed', to: 'x' })).toEqual({ kind: 'unpointed' })
})

test.each([
  { number: -1 },
  { number: '3' },
  { to: null },
  { to: 'x'.repeat(5000) },
  { isTouch: 1 },
  { box: undefined },
  { box: { ...POINTED.box, left: Number.NaN } },
])('it is nothing with %j', (change) => {
  expect(readMessage({ ...POINTED, ...change })).toBeUndefined()
})
