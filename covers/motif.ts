import type { Roll } from './dice.ts'
import type { Svg } from './shapes.ts'

/** `first` and `second` are what a motif is drawn in, `ground` is what lies below it. */
export type Inks = { first: string; second: string; ground: string }

/** A drawing, 100 x 100; the dice vary it from book to book. */
export type Motif = (inks: Inks, roll: Roll) => Svg

export const choose = (roll: Roll, ...drawings: (() => Svg)[]): Svg => drawings[roll(drawings.length)]?.() ?? ''
