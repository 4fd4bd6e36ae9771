import { isMark, isNonspacing, isRtlLetter } from './kinds-of-characters.ts'
import type { Glyph, Mark } from './read-glyphs.ts'

/** A file may draw one shape for several characters, and say of the shape what they are: a ligature, a letter with its signs. */
type Cluster = Glyph[]

/** A letter that is joined with the next one by a virama is drawn narrower, or above it where it has no stem. */
const VIRAMA = /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u0dca]$/u
const STEMLESS = /^[ङछटठडढदरह]$/u
const JOINED_WIDTH = 0.6
const STACKED_WIDTH = 0.1
/**
 * Signs beside a letter of Devanagari are no wider, in parts of the size: fonts have several shapes of them, and PDFium takes
 * the widest.
 */
const SIGN_WIDTH = 0.28
const SPACING_SIGN = /^\p{Mc}$/u
const DEVANAGARI = /^[\u0900-\u097f]$/u
/** How many clusters later Chromium repeats the text of one whose signs it draws apart. */
const REPEATED_WITHIN = 4
/** What begins before this part of the width of a cluster and of those behind it is drawn over them. */
const OVER = 0.9
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
    const following = glyphs[at + 1]
    // A blank is no part of a shape: some programs draw one below each letter.
    if (typeof following !== 'object' || !following.sharesOrigin || glyph.char.trim() === '') {
      placed.push(glyph)
      continue
    }
    const cluster: Cluster = [glyph]
    for (let next = glyphs[at + 1]; typeof next === 'object' && isContinued(cluster, next); next = glyphs[at + 1]) {
      cluster.push(next)
      at += 1
    }
    const wide = spread(readSwapped(cluster))
    // A ligature of letters alone is drawn once for each time that it is written.
    if (cluster.length > 1 && cluster.some(({ char }) => isMark(char))) {
      if (recent.some((other, index) => isRepeated(cluster, other, recent.slice(index).map(widthOfAll)))) continue
      recent.push(wide)
      if (recent.length > REPEATED_WITHIN) recent.shift()
    }
    placed.push(...wide)
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
  return sharesOrigin && (isNonspacing(char) || (ink.right > left && (isOneShape || isRtlLetter(char))))
}

/** Units of a ligature whose two bytes Ghostscript has exchanged: letters of Latin look like Han, 昀 for f. */
const SWAPPED = /^[\u6100-\u7a00]$/u

const readSwapped = (cluster: Cluster): Cluster => {
  const isSwapped =
    cluster.length > 1 && cluster.every(({ char }) => SWAPPED.test(char) && (char.charCodeAt(0) & 0xff) === 0)
  return isSwapped
    ? cluster.map((glyph) => ({ ...glyph, char: String.fromCharCode(glyph.char.charCodeAt(0) >> 8) }))
    : cluster
}

/** `widths` are those of the other cluster and of the ones behind it. */
const isRepeated = (cluster: Cluster, other: Cluster, widths: number[]) => {
  if (cluster.length !== other.length || cluster.some(({ char }, at) => char !== other[at]?.char)) return false
  const [first, second] = [cluster[0], other[0]]
  if (!first || !second || Math.abs(first.y - second.y) > first.size) return false
  const behind = first.x - second.x
  if (!isRtlLetter(first.char) && behind > 0 && behind < OVER * widths.reduce((total, width) => total + width, 0))
    return true
  const [one, two] = [extentOf(cluster), extentOf(other)]
  const shared = Math.min(one.right, two.right) - Math.max(one.left, two.left)
  return shared > Math.min(one.right - one.left, two.right - two.left) / 2
}

const extentOf = (cluster: Cluster) => ({
  left: Math.min(...cluster.map(({ ink }) => ink.left)),
  right: Math.max(...cluster.map(({ ink }) => ink.right)),
})

const widthOfAll = (cluster: Cluster) =>
  Math.max(...cluster.map(({ right }) => right)) - Math.min(...cluster.map(({ left }) => left))

/** Upright text that is read from the left; of other text PDFium's places are as good. */
const spread = (cluster: Cluster): Cluster => {
  const [first] = cluster
  if (!first || cluster.length === 1 || first.turned !== 0 || isRtlLetter(first.char)) return cluster
  // Shapes that PDFium knows to be one have the place of the whole for each.
  if (cluster.every(({ ink }) => ink.left === first.ink.left && ink.right === first.ink.right)) return cluster
  let left = first.x
  const placed = cluster.map((glyph, at) => {
    const right = left + widthOf(glyph, cluster[at + 1]?.char)
    const spreadGlyph = { ...glyph, left, right }
    left = right
    return spreadGlyph
  })
  const last = placed.at(-1)
  // The shape reaches further than the widths of its characters tell.
  if (last && !DEVANAGARI.test(first.char)) last.right = Math.max(last.right, ...cluster.map(({ ink }) => ink.right))
  return placed
}

const widthOf = ({ char, left, right, size }: Glyph, next = '') => {
  if (isNonspacing(char)) return 0
  if (SPACING_SIGN.test(char) && DEVANAGARI.test(char)) return Math.min(right - left, size * SIGN_WIDTH)
  const share = VIRAMA.test(next) ? (STEMLESS.test(char) ? STACKED_WIDTH : JOINED_WIDTH) : 1
  return (right - left) * share
}
