import { expect, test } from 'vitest'
import { createLimiter, networkOf } from './limiter.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['192.0.2.7:50123', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:50123', '192.0.2.7'],
  ['[2001:db8:1:2::6]:50123', '2001:db8:1:2::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

test('a key beyond its rate is rejected with Retry-After; other keys are not', () => {
  const limiter = createLimiter(true)
  const rate = { max: 2, seconds: 60 }
  limiter.take('a', rate)
  limiter.take('a', rate)
  expect(() => limiter.take('a', rate)).toThrow(expect.objectContaining({ type: 'rate_limited', retryAfter: 60 }))
  expect(() => limiter.take('b', rate)).not.toThrow()
})

test('a window ends', async () => {
  const limiter = createLimiter(true)
  const rate = { max: 1, seconds: 0.02 }
  limiter.take('a', rate)
  expect(limiter.allows('a', rate)).toBe(false)
  await new Promise((later) => setTimeout(later, 30))
  expect(limiter.allows('a', rate)).toBe(true)
})

test('with the limits off nothing is rejected', () => {
  const limiter = createLimiter(false)
  for (let i = 0; i < 10; i++) limiter.take('a', { max: 1, seconds: 60 })
})
