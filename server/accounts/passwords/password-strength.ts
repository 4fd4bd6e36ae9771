import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { readSiteSettings } from '#server/site/site-settings.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Whose password it is to be. */
export interface PasswordOwner {
  username: string
  email: string | null
}

/** Rejects a password that is easily guessed. `field` is its name in the form. */
export const assertStrongPassword = async (
  { db }: Pick<Services, 'db'>,
  password: string,
  owner: PasswordOwner,
  field: 'password' | 'newPassword',
): Promise<void> => {
  const message = weaknessOf(password, owner, (await readSiteSettings({ db })).siteName)
  if (message) throw new Problem('invalid', { message, errors: { [field]: message } })
}

const COMMON = 'This password is one of the commonest. Please choose another.'
const USERNAME = 'The password must not be the username.'
const EMAIL = 'The password must not be part of your email address.'
const SITE = 'The password must not be the name of this library.'

const weaknessOf = (password: string, { username, email }: PasswordOwner, siteName: string) => {
  if (isCommonPassword(password)) return COMMON
  const isOneOf = (names: string[]) => names.some((name) => isSameWord(password, name))
  if (isOneOf([username])) return USERNAME
  if (isOneOf(partsOf(email ?? ''))) return EMAIL
  return isOneOf([siteName]) ? SITE : undefined
}

/** An email address, what is before and after its @, and each word of both. */
const partsOf = (email: string) => [email, ...email.split('@'), ...email.split(/[^\p{L}\p{M}\p{N}]+/u)]

/** Digits and signs that are added to a word, or letter case, do not make it a password. */
const isSameWord = (password: string, name: string) =>
  [lettersAndDigits, wordIn].some((wordOf) => wordOf(name) !== '' && wordOf(password) === wordOf(name))

const lettersAndDigits = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

const wordIn = (text: string) => lettersAndDigits(text).replace(/^\p{N}+|\p{N}+$/gu, '')
