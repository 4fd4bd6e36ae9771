import { readFileSync } from 'node:fs'

/** The commonest passwords of at least eight characters, from the frequency lists that zxcvbn counts with (MIT). */
const COMMON = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

export const isCommonPassword = (password: string) => COMMON.has(password.toLowerCase())
