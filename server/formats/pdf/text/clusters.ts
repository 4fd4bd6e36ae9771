import { RTL } from './logical-order.ts'
import type { Glyph, Mark } from './read-glyphs.ts'

/** A file may draw one shape for several characters, and say of the shape what they are: a ligature, a letter with its signs. */
type Cluster = Glyph[]

const NONSPACING = /^\p{Mn}$/u
/** A letter that is joined with the next one by a virama is drawn narrower, or above it where it has no stem. */
const VIRAMA = /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]$/u
const STEMLESS = /^[ङछटठडढदरह]$/u
const JOINED_WIDTH = 0.6
const STACKED_WIDTH = 0.1
/** Signs beside a letter are no wider, in parts of the size: fonts have several shapes of them, and PDFium takes the widest. */
const SIGN_WIDTH = 0.28
const SPACING_SIGN = /^\p{Mc}$/u
/** How many clusters later Chromium repeats the text of one whose signs it draws apart. */
const REPEATED_WITHIN = 4
/** PDFium divides a shape among its characters: one begins where the one before it ends, but for this, in points. */
const SAME_SHAPE = 0.05

/**
 * Gives the characters of a cluster, which PDFium places all at its beginning, their places one behind the other; and leaves out
 * clusters that a file has twice because it draws their signs apart from their letters.
 */
export const placeClusters = (glyphs: (Glyph | Mark)[]): (Glyph | Mark)[] => {
  const placed: (Glyph | Mark)[] = []
  const recent: Cluster[] = []
  for (let at = 0; at < glyphs.length; at += 1) {
    const glyph = glyphs[at]
    if (glyph === undefined) break
    if (typeof glyph === 'string') {
      placed.push(glyph)
      continue
    }
    const cluster: Cluster = [glyph]
    for (let next = glyphs[at + 1]; typeof next === 'object' && isContinued(cluster, next); next = glyphs[at + 1]) {
      cluster.push(next)
      at += 1
    }
    if (cluster.length > 1) {
      if (recent.some((other) => isRepeated(cluster, other))) continue
      recent.push(cluster)
      if (recent.length > REPEATED_WITHIN) recent.shift()
    }
    placed.push(...spread(cluster))
  }
  return placed
}

/**
 * A letter whose shape is before its place is one that is repeated because of its signs; one that is apart from the shape of
 * those before it follows a sign that has no width.
 */
const isContinued = (cluster: Cluster, { sharesOrigin, char, ink, left }: Glyph) => {
  const last = cluster.at(-1)?.ink
  const isOneShape = !last || Math.abs(ink.left - last.right) < SAME_SHAPE || ink.left <= last.left
  return sharesOrigin && (NONSPACING.test(char) || (ink.right > left && (isOneShape || RTL.test(char))))
}

const isRepeated = (cluster: Cluster, other: Cluster) => {
  if (cluster.length !== other.length || cluster.some(({ char }, at) => char !== other[at]?.char)) return false
  const [first, second] = [cluster[0], other[0]]
  if (!first || !second || Math.abs(first.y - second.y) > first.size) return false
  const [one, two] = [extentOf(cluster), extentOf(other)]
  const shared = Math.min(one.right, two.right) - Math.max(one.left, two.left)
  return shared > Math.min(one.right - one.left, two.right - two.left) / 2
}

const extentOf = (cluster: Cluster) => ({
  left: Math.min(...cluster.map(({ ink }) => ink.left)),
  right: Math.max(...cluster.map(({ ink }) => ink.right)),
})

/** Upright text that is read from the left; of other text PDFium's places are as good. */
const spread = (cluster: Cluster): Cluster => {
  const [first] = cluster
  if (!first || cluster.length === 1 || first.turned !== 0 || RTL.test(first.char)) return cluster
  // Shapes that PDFium knows to be one have the place of the whole for each.
  if (cluster.every(({ ink }) => ink.left === first.ink.left && ink.right === first.ink.right)) return cluster
  let left = first.x
  return cluster.map((glyph, at) => {
    const right = left + widthOf(glyph, cluster[at + 1]?.char)
    const spreadGlyph = { ...glyph, left, right }
    left = right
    return spreadGlyph
  })
}

const widthOf = ({ char, left, right, size }: Glyph, next = '') => {
  if (NONSPACING.test(char)) return 0
  if (SPACING_SIGN.test(char)) return Math.min(right - left, size * SIGN_WIDTH)
  const share = VIRAMA.test(next) ? (STEMLESS.test(char) ? STACKED_WIDTH : JOINED_WIDTH) : 1
  return (right - left) * share
}
