import { createHmac, randomBytes } from 'node:crypto'

/** How the people are called who have commented and rated. */
export type ReaderNames = 'pseudonyms' | 'names'

interface ReaderRow {
  userId: string
  username: string
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

/**
 * Names readers by their names, or by pseudonyms such as 'Reader k7f3q9x2mz', which are others for each call. The key is kept
 * by nobody, so a pseudonym alone leads back to no account; the words that stand under it may.
 */
export const nameReaders = (names: ReaderNames): ((reader: ReaderRow) => string) => {
  if (names === 'names') return ({ username }) => username
  const key = randomBytes(32)
  return ({ userId }) => {
    const bytes = [...createHmac('sha256', key).update(userId).digest().subarray(0, LENGTH)]
    return `Reader ${bytes.map((byte) => LETTERS[byte % LETTERS.length]).join('')}`
  }
}
