import { element } from './content.ts'
import type { Block } from './flow.ts'

/** A line above or below a paragraph, which has none at its other sides. */
export interface SideLine {
  side: 'top' | 'bottom'
  /** Paragraphs beside each other with the same line show one. */
  look: string
}

interface Around {
  /** The line of the paragraph before. */
  before: SideLine | undefined
  own: SideLine | undefined
  /** A paragraph of text stands before. */
  follows: boolean
}

/** The blocks of a paragraph, below the line between it and the one before: Word and LibreOffice make such lines of three hyphens. */
export const belowLine = (blocks: Block[], { before, own, follows }: Around): Block[] => {
  const [first] = blocks
  const isText = first?.kind === 'text' && !first.item && first.goesOnWith === undefined && !first.startsPage
  const isAbove = own?.side === 'top' && follows
  const hasLine = (before?.side === 'bottom' || isAbove) && before?.look !== own?.look
  return isText && hasLine ? [{ kind: 'other', piece: element('hr', {}, []) }, ...blocks] : blocks
}
