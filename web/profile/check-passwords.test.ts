import { expect, test } from 'vitest'
import { checkPasswords } from './check-passwords.ts'

test('both passwords are required', () => {
  const told = 'Both passwords are required'
  expect(checkPasswords('', '')).toEqual({ currentPassword: told })
  expect(checkPasswords('', 'lamplight-and-ink')).toEqual({ currentPassword: told })
  expect(checkPasswords('lamplight-and-ink', '')).toEqual({ newPassword: told })
})

test('the new password has at least 8 characters, counted as a person counts', () => {
  const told = { newPassword: 'New password must be at least 8 characters' }
  expect(checkPasswords('old', '1234567')).toEqual(told)
  expect(checkPasswords('old', '😀😀😀😀')).toEqual(told)
  expect(checkPasswords('old', '12345678')).toEqual({})
})
