import { emOf } from './css-lengths.ts'

/** The width of a column, for a share of it. */
const COLUMN_EM = 25
const LENGTH = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/
/** Editions have what an author wrote within bounds (fit-css.ts): it is the first of two lengths, the second of three. */
const BOUND = /^(?:(?:min|max)\(([^,()]*),[^,()]*\)|clamp\([^,()]*,([^,()]*),[^,()]*\))$/
const VALUES = /[^\s()]+(?:\([^()]*\))?/g

/** How many letters of the text a length is long, as far as that is known. */
export const emOfText = (said: string): number | undefined => {
  const [, first, second] = BOUND.exec(said) ?? []
  const [, value, unit = ''] = LENGTH.exec((first ?? second ?? said).trim()) ?? []
  if (value === undefined) return undefined
  if (unit === '%') return (Number(value) / 100) * COLUMN_EM
  return emOf(unit === '' ? { type: 'Number', value } : { type: 'Dimension', value, unit })
}

/** The lengths at the top, on the right, at the bottom and on the left that one to four values are. */
export const sidesOfText = (said: string): (number | undefined)[] => {
  const lengths = (said.match(VALUES) ?? []).map((one) => (one === 'auto' ? 0 : emOfText(one)))
  const [top, right = top, bottom = top, left = right] = lengths
  // A side that is not known is none of those before it.
  return lengths.includes(undefined) ? [] : [top, right, bottom, left]
}
