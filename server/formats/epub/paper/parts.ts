import type { Looks } from '#server/formats/epub/simple-looks.ts'

/** What a typeset book is made of; drawn by book.typ. A text is never code. */
export type Part =
  | string
  | { k: 'em' | 'strong' | 'sup' | 'sub' | 'caps' | 'small' | 'line' | 'strike' | 'quote' | 'quoted'; c: Part[] }
  | { k: 'in'; lang: string | null; dir: 'ltr' | 'rtl' | null; c: Part[] }
  /** With more space between its letters, or less, in units of their size. */
  | { k: 'spaced'; em: number; c: Part[] }
  | { k: 'code' | 'pre'; t: string }
  /** A gap is an empty line between paragraphs. */
  | { k: 'rule' | 'gap' }
  /** A soft one is there only if words stand on both sides of it, and no other break. */
  | { k: 'br'; soft?: true }
  /** Before the words of a line. */
  | { k: 'space'; em: number }
  /** The number of a line of verse: at the margin if it is the last of its line. */
  | { k: 'line-number'; isLast: boolean; c: Part[] }
  | { k: 'ruby'; c: Part[]; reading: Part[] }
  /** The first paragraph of a note, and what follows it. */
  | { k: 'note'; id: string; c: Part[]; rest: Part[] }
  /** Refers again to a note that has its number. */
  | { k: 'noted'; id: string }
  /** Verse has breaks between its lines. */
  | ({ k: 'p'; align: 'center' | 'left' | 'right' | null; verse: boolean; c: Part[] } & Edges)
  | { k: 'h'; level: number; opens: boolean; align?: 'center' | 'left' | 'right' | undefined; c: Part[] }
  /** Begins on a new page. */
  | { k: 'chapter'; label: string }
  /** What follows begins on a new page; it opens if that is a heading. */
  | { k: 'page'; opens: boolean }
  /** A place that the contents lead to. */
  | { k: 'at'; id: string }
  | { k: 'list'; marks: ListMarks; items: { n: number; c: Part[] }[] }
  /** Terms, each with its meanings. */
  | { k: 'terms'; items: { t: Part[]; d: Part[][] }[] }
  | { k: 'table'; columns: number; cells: TableCell[] }
  /** A picture with its caption, or the only one of a page, or one among words; as large as so many pixels. */
  | { k: 'picture'; src: string; alt: string; width: number; isWhole?: true; c: Part[] }
  | { k: 'inline-picture'; src: string; alt: string; width: number; height: number }

/** The space beside a paragraph, before its first line (none says nothing), and before its others, in units of its letters. */
export interface Edges {
  start?: number
  end?: number
  first?: number
  hang?: number
  /** Whether it is a line of verse, of which what has no room stands further inside. */
  line?: true
}

/** Before its items: dots, nothing, or how they are numbered. */
export type ListMarks = 'dots' | NonNullable<Looks['marks']>

export interface TableCell {
  x: number
  y: number
  across: number
  down: number
  head: boolean
  align?: 'center' | 'left' | 'right' | undefined
  c: Part[]
}

/** The parts that a part is made of. */
export const partsIn = (part: Part): Part[] => {
  if (typeof part === 'string') return []
  switch (part.k) {
    case 'list':
      return part.items.flatMap(({ c }) => c)
    case 'terms':
      return part.items.flatMap(({ t, d }) => [...t, ...d.flat()])
    case 'table':
      return part.cells.flatMap(({ c }) => c)
    case 'note':
      return [...part.c, ...part.rest]
    case 'ruby':
      return [...part.c, ...part.reading]
    default:
      return 'c' in part ? part.c : []
  }
}

/** Whether a part has words or pictures of the book. */
export const hasContent = (part: Part): boolean => {
  if (typeof part === 'string') return part.trim() !== ''
  switch (part.k) {
    case 'code':
    case 'pre':
      return part.t.trim() !== ''
    case 'picture':
    case 'inline-picture':
    case 'note':
    case 'noted':
      return true
    case 'br':
    case 'space':
    case 'rule':
    case 'gap':
    case 'page':
    case 'chapter':
    case 'at':
      return false
    default:
      return partsIn(part).some(hasContent)
  }
}
