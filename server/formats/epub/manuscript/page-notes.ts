import type { TextBlock } from '#contract/text-view.ts'

/** Where a block refers to a note. */
export interface NoteReference {
  start: number
  end: number
  id: string
}

interface PageNote {
  id: string
  /** Its number, as it stands on the page. */
  mark: string
  text: string
}

const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const NOTE = new RegExp(`^([${DIGITS}]{1,4})\\s*(?=[\\p{L}\\p{Pi}\\p{Ps}"'])`, 'u')
/** A raised digit behind one or two letters is a power: km². */
const REFERENCE = new RegExp(`(?<=\\p{L}{3}|[\\p{N}\\p{P}])[${DIGITS}]+`, 'gu')
/** A page has fewer blocks. */
const NEAR = 100

/** The notes at the feet of pages to which the text of their pages refers, which may have begun on the page before. */
export const findPageNotes = (blocks: readonly TextBlock[]) => {
  const notes = new Map<TextBlock, PageNote>()
  const references = new Map<TextBlock, NoteReference[]>()
  for (const [at, block] of blocks.entries()) {
    const [head = '', mark] = (block.kind === 'p' && NOTE.exec(block.text)) || []
    if (mark === undefined) continue
    for (const before of blocks.slice(Math.max(0, at - NEAR), at).toReversed()) {
      if (before.page < block.page - 1) break
      const known = references.get(before) ?? []
      const start = before.kind === 'code' || notes.has(before) ? undefined : freePlace(before.text, mark, known)
      if (start === undefined) continue
      const id = `note${at}`
      references.set(before, [...known, { start, end: start + mark.length, id }])
      notes.set(block, { id, mark: plainDigits(mark), text: block.text.slice(head.length) })
      break
    }
  }
  return { notes, references }
}

/** Where a text first has a mark that refers to no other note. */
const freePlace = (text: string, mark: string, known: readonly NoteReference[]): number | undefined =>
  [...text.matchAll(REFERENCE)].find(
    ({ 0: found, index }) => found === mark && known.every(({ start }) => start !== index),
  )?.index

const plainDigits = (mark: string) => [...mark].map((digit) => DIGITS.indexOf(digit)).join('')
