import { expect, test } from 'vitest'
import { checkSignUp } from './check-sign-up.ts'

const typed = { username: 'Ottoline Marsh', email: 'o@example.org', password: 'lamplight', confirm: 'lamplight' }

test('all fields are required to sign up', () => {
  expect(Object.keys(checkSignUp({ username: ' ', email: '', password: '', confirm: '' }))).toEqual([
    'username',
    'email',
    'password',
    'confirm',
  ])
  expect(checkSignUp(typed)).toEqual({})
})

test('an invitation code is required if registration needs one', () => {
  expect(checkSignUp({ ...typed, invitation: ' ' })).toEqual({ invitation: 'Please enter the code of your invitation' })
  expect(checkSignUp({ ...typed, invitation: 'abcde fghjk' })).toEqual({})
})

test('passwords must match', () => {
  expect(checkSignUp({ ...typed, confirm: 'lamplighT' })).toEqual({ confirm: 'Passwords do not match' })
})
