import { readFileSync } from 'node:fs'

/** The most common passwords of at least eight characters, from the frequency lists of zxcvbn (MIT). */
const COMMON = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

export const isCommonPassword = (password: string) => COMMON.has(password.toLowerCase())
