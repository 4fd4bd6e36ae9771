import type { Glyph, Mark } from './read-glyphs.ts'

/** In parts of the size. */
const SAME_HEIGHT = 0.2
const NEAREST = 0.3
const FURTHEST = 2.2

/** Running heads and numbers of a page with vertical lines, which are level, and the rest; numbers within its lines stay there. */
export const splitLevelRuns = (glyphs: (Glyph | Mark)[]): { level: Glyph[]; rest: (Glyph | Mark)[] } => {
  const runs: Glyph[][] = []
  for (const glyph of glyphs) {
    if (typeof glyph === 'string') continue
    const last = runs.at(-1)?.at(-1)
    if (last && isBeside(last, glyph)) runs.at(-1)?.push(glyph)
    else runs.push([glyph])
  }
  const level = runs.filter(
    (run, at) => run.length > 1 && ![runs[at - 1]?.at(-1), runs[at + 1]?.[0]].some((other) => isInColumn(run, other)),
  )
  const found = new Set<Glyph | Mark>(level.flat())
  return { level: level.flat(), rest: glyphs.filter((glyph) => !found.has(glyph)) }
}

const isBeside = (one: Glyph, other: Glyph) => {
  const distance = (other.x - one.x) / one.size
  const isLevel = Math.abs(other.y - one.y) < one.size * SAME_HEIGHT && one.size === other.size
  return isLevel && distance > NEAREST && distance < FURTHEST
}

/** Whether a letter stands right above or below a run. */
const isInColumn = (run: Glyph[], other: Glyph | undefined) => {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || !other) return false
  const { size } = other
  const isOver = other.x + size > first.x && other.x < last.x + size
  return isOver && Math.abs(other.y - first.y) < size * FURTHEST
}
