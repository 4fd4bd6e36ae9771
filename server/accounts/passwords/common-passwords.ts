import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The 100,000 most common passwords of at least eight characters, from the lists of SecLists (MIT, Copyright (c) Daniel
 * Miessler), as the first bytes of their SHA-256 in ascending order. One in 43,000 other passwords has such a hash too.
 * scripts/make-common-passwords.ts writes the file.
 */
const HASHES = readFileSync(new URL('./common-passwords.bin', import.meta.url))

export const PREFIX_BYTES = 4

export const isCommonPassword = (password: string): boolean => {
  const prefix = prefixOf(password.toLowerCase())
  let [from, to] = [0, HASHES.length / PREFIX_BYTES]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (HASHES.readUInt32BE(middle * PREFIX_BYTES) < prefix) from = middle + 1
    else to = middle
  }
  return from * PREFIX_BYTES < HASHES.length && HASHES.readUInt32BE(from * PREFIX_BYTES) === prefix
}

export const prefixOf = (password: string): number => hash('sha256', password, 'buffer').readUInt32BE(0)
