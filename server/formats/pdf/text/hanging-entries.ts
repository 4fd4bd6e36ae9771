import { hasRoom } from './find-verse.ts'
import type { TextLine } from './join-lines.ts'
import { type Column, sidesOf } from './split-columns.ts'

/** Fewer do not tell from a paragraph beside a quotation. */
const ENDS = 2
/** An entry may end where its line does. */
const SHARE_OF_ENDS = 0.65
/** The least share of the lines that are set in that go on, as the line before had no room: others begin paragraphs in an entry. */
const SHARE_OF_REST = 0.8
/** The least that lines of an entry are set in, in parts of the size of the letters. */
const INDENT = 0.7
/** Lines whose beginnings differ by less, in points, begin at the same place. */
const SAME_PLACE = 1

/**
 * For dictionaries, bibliographies and plays, whose lines hang below the first one of each entry: whether a line goes on with its
 * entry, as the next word had no room in the line before, or begins one at the margin behind the rest of another. In a text whose
 * paragraphs are set in, lines go on at the margin where they had no room behind the first one.
 */
export const hangingEntries = (lines: TextLine[], { last }: Column): Map<TextLine, boolean> => {
  const placeOf = (line: TextLine | undefined) => (line ? sidesOf(line)[0] : Number.NaN)
  const margin = Math.min(...lines.map(placeOf))
  const setIn = lines.map(placeOf).filter((place) => place > margin + SAME_PLACE)
  const indent = setIn.toSorted((one, other) => one - other)[setIn.length >> 1] ?? margin
  if (indent - margin < (lines[0]?.size ?? 0) * INDENT) return new Map()
  const isSetIn = (line: TextLine | undefined) => Math.abs(placeOf(line) - indent) < SAME_PLACE
  const hadRoom = new Map(lines.slice(1).map((line, at) => [line, hasRoom(lines[at] ?? line, line, last)]))
  const rest = lines.filter((line) => isSetIn(line) && hadRoom.get(line) === false)
  const beginnings = lines.filter((line, at) => placeOf(line) < margin + SAME_PLACE && isSetIn(lines[at - 1]))
  const afterEnds = beginnings.filter((line) => hadRoom.get(line))
  const areHanging =
    afterEnds.length >= Math.max(ENDS, beginnings.length * SHARE_OF_ENDS) && rest.length >= setIn.length * SHARE_OF_REST
  const goOn = areHanging ? rest.map((line) => [line, true] as const) : []
  const begin = areHanging ? beginnings.map((line) => [line, false] as const) : []
  return new Map([...goOn, ...begin])
}
