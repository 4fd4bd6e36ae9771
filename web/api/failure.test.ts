import { expect, test } from 'vitest'
import { login, register } from '#contract/accounts.ts'
import { ApiError } from '#contract/api-error.ts'
import { Problem } from '#contract/problems.ts'
import { NETWORK_ERROR } from '#web/messages/accounts.ts'
import { publishBook } from '#contract/publishing.ts'
import { errorMessage } from './error-message.ts'
import { toFailure } from './failure.ts'

test("an alert is titled 'Login failed' and shows the server's message", () => {
  expect(toFailure(new Problem('badCredentials'), login)).toMatchObject({
    title: 'Login failed',
    text: 'Wrong email or password.',
  })
})

test('a complete message has no title', () => {
  expect(toFailure(new Problem('unverified'), login)).toMatchObject({
    title: undefined,
    text: 'Please verify your email before logging in',
  })
})

test("a failure without a message shows the call's message", () => {
  const silent = new ApiError(502, {})
  expect(toFailure(silent, register)).toEqual({ title: undefined, text: 'Registration failed', errors: {} })
})

test('a file that something in front of the library refuses is told as such, and one that the library refuses by its words', () => {
  const before = 'Something in front of this library refused a file of this size. Please tell the administrators.'
  expect(toFailure(new ApiError(413, {}), publishBook)).toMatchObject({
    title: publishBook.failureMessage,
    text: before,
  })
  expect(errorMessage(new ApiError(413, {}), publishBook)).toBe(before)
  expect(toFailure(new Problem('tooLarge'), publishBook).text).toBe('Too much was sent at once.')
})

test('no answer is a network error', () => {
  expect(toFailure(new TypeError('Failed to fetch'), login).text).toBe(NETWORK_ERROR)
})
