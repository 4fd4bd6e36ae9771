import type { Roll } from './dice.ts'
import type { Svg } from './shapes.ts'

/** The colours of a motif: `first` and `second` are its inks, `ground` its background. */
export type Inks = { first: string; second: string; ground: string }

/** A drawing, 100 x 100, varied by the random numbers of a book. */
export type Motif = (inks: Inks, roll: Roll) => Svg

export const choose = (roll: Roll, ...drawings: (() => Svg)[]): Svg => drawings[roll(drawings.length)]?.() ?? ''
