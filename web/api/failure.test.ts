import { expect, test } from 'vitest'
import { login, register } from '#contract/accounts.ts'
import { ApiError } from '#contract/api/api-error.ts'
import { Problem } from '#contract/api/problems.ts'
import { NETWORK_ERROR } from '#web/messages/accounts.ts'
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

test('no answer is a network error', () => {
  expect(toFailure(new TypeError('Failed to fetch'), login).text).toBe(NETWORK_ERROR)
})
