export interface Random {
  /** An integer from `least` to `most`, both included. */
  whole: (least: number, most: number) => number
  oneOf: <T>(items: readonly T[]) => T
  chance: (share: number) => boolean
}

/** A seeded pseudorandom number generator (mulberry32). */
export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole: Random['whole'] = (least, most) => least + Math.floor(next() * (most - least + 1))
  return {
    whole,
    oneOf: (items) => items[whole(0, items.length - 1)] as (typeof items)[number],
    chance: (share) => next() < share,
  }
}
