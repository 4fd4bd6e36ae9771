import { Problem } from '#contract/problems.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Rejects a password that is easily guessed. `field` is its name in the form. */
export const assertStrongPassword = (password: string, username: string, field: 'password' | 'newPassword') => {
  const message = weaknessOf(password, username)
  if (message) throw new Problem('invalid', { message, errors: { [field]: message } })
}

const weaknessOf = (password: string, username: string) => {
  if (isCommonPassword(password)) return 'This password is one of the commonest. Please choose another.'
  if (password.toLowerCase() === username.toLowerCase()) return 'The password must not be the username.'
  return undefined
}
