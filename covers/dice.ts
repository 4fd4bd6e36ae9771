/** Returns the next pseudo-random integer from 0 to `sides` - 1. */
export type Roll = (sides: number) => number

/** FNV-1a over the code points, then mixed, so that similar titles have different hashes. */
export const hash = (text: string): number => {
  let state = 2166136261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  state = Math.imul(state ^ (state >>> 15), 2246822519)
  return (state ^ (state >>> 13)) >>> 0
}

/** A seeded pseudo-random number generator (mulberry32). */
export const diceOf = (seed: string): Roll => {
  let state = hash(seed)
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}
