import { word, type WordNode } from './word-xml.ts'

/** The styles of our own that paragraphs and code get for the converter. */
export const TEXT = 'BookText'
export const QUOTE = 'BookQuote'
export const CODE = 'BookCode'
export const RULE = 'BookRule'
/** What the names of styles end with that align their paragraphs. Justified text is up to the reader. */
export const ALIGNED: ReadonlyMap<string, string> = new Map([
  ['center', 'Center'],
  ['right', 'Right'],
  ['end', 'Right'],
])

/** A paragraph of one of these styles. */
export const styled = (style: string, ...children: WordNode['children']): WordNode =>
  word('w:p', {}, [word('w:pPr', {}, [word('w:pStyle', { 'w:val': style }, [])]), ...children])

/** What the converter makes of styles, beside what it knows itself. */
export const STYLE_MAP = [
  `p.${QUOTE} => blockquote > p:fresh`,
  ...['Center', 'Right'].flatMap((aligned) => [
    `p.${TEXT}${aligned} => p.${aligned.toLowerCase()}:fresh`,
    `p.${QUOTE}${aligned} => blockquote > p.${aligned.toLowerCase()}:fresh`,
  ]),
  `p.${CODE} => pre:separator('\\n')`,
  `p.${RULE} => hr:fresh`,
  `r.${CODE} => code`,
]
