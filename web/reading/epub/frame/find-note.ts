import { parseChapter } from './load-chapter.ts'

const NOTE_MAX = 20_000
const BLOCK = 'aside, li, dd, p, div, section, td, blockquote'
/** An anchor within its note, or before it. */
const SHORT = 8
const OPS = 'http://www.idpf.org/2007/ops'

const typesOf = (element: Element) =>
  `${element.getAttributeNS(OPS, 'type') ?? ''} ${element.getAttribute('epub:type') ?? ''} ${element.getAttribute('role') ?? ''}`

/** Whether a link leads to a note. */
export const isNoteLink = (link: Element): boolean => /\b(?:doc-)?noteref\b/.test(typesOf(link))

/** The words of the note with this id, in the document on show or in another one. */
export const noteText = (id: string, xhtml: string | null): string => {
  const target = (xhtml === null ? document : parseChapter(xhtml))?.getElementById(id)
  if (!target) return ''
  const words = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim()
  const isWhole = /\b(?:foot|end|rear)note\b/.test(typesOf(target)) || words(target).length > SHORT
  return words(isWhole ? target : (target.closest(BLOCK) ?? target)).slice(0, NOTE_MAX)
}
