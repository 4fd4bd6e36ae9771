import { expect, test } from 'vitest'
import { checkPasswords } from './check-passwords.ts'

test('both passwords are required', () => {
  const message = 'Both passwords are required'
  expect(checkPasswords('', '')).toEqual({ currentPassword: message })
  expect(checkPasswords('', 'lamplight-and-ink')).toEqual({ currentPassword: message })
  expect(checkPasswords('lamplight-and-ink', '')).toEqual({ newPassword: message })
})

test('the new password has at least 8 characters, counted in Unicode code points', () => {
  const errors = { newPassword: 'New password must be at least 8 characters' }
  expect(checkPasswords('old', '1234567')).toEqual(errors)
  expect(checkPasswords('old', '😀😀😀😀')).toEqual(errors)
  expect(checkPasswords('old', '12345678')).toEqual({})
})
