import { createHash } from 'node:crypto'

/** Android and the table of resources have room for 127 characters. */
const MAX_LENGTH = 127
const LAST_PART = 'library'
const SUM_DIGITS = 8

/** They can't be a part of a package in Java. */
const RESERVED = new Set(
  (
    'abstract assert boolean break byte case catch char class const continue default do double else enum extends false ' +
    'final finally float for goto if implements import instanceof int interface long native new null package private ' +
    'protected public return short static strictfp super switch synchronized this throw throws transient true try void ' +
    'volatile while'
  ).split(' '),
)

/**
 * The id of a site's app: the labels of its host from the last to the first, as valid identifiers. Different hosts may
 * have the same identifiers, so the last part has a sum of host and port.
 */
export const packageIdOf = (address: string): string => {
  const { host, hostname } = new URL(address)
  const last = `${LAST_PART}_${createHash('sha256').update(host).digest('hex').slice(0, SUM_DIGITS)}`
  const labels = hostname.replace(/[[\]]/g, '').split(/[.:]/).reverse().map(toIdentifier).filter(Boolean)
  const isWithin = (count: number) => [...labels.slice(0, count), last].join('.').length <= MAX_LENGTH
  const count = labels.findLastIndex((_, index) => isWithin(index + 1)) + 1
  // An id has at least two parts.
  return [...(count === 0 ? ['site'] : labels.slice(0, count)), last].join('.')
}

const toIdentifier = (label: string) => {
  const word = label
    .toLowerCase()
    .replace(/[^a-z\d]/g, '_')
    .replace(/^_+$/, '')
  if (word === '') return ''
  const named = /^[a-z]/.test(word) ? word : `n${word}`
  return RESERVED.has(named) ? `${named}_` : named
}
