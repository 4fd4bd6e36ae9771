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
  return target ? partsOf(target).map(wordsOf).join(' ').trim().slice(0, NOTE_MAX) : ''
}

const wordsOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim()
const LETTER = /\p{L}/u

/** The note itself; or that around an anchor in it, with what stands beside its number; or that behind an anchor. */
const partsOf = (target: Element): Element[] => {
  if (/\b(?:foot|end|rear)note\b/.test(typesOf(target)) || wordsOf(target).length > SHORT) return [target]
  const behind = nextOf(target)
  if (wordsOf(target) === '' && behind?.matches(BLOCK)) return [behind]
  const note = target.closest(`${BLOCK}, dt`) ?? target
  const row = note.matches('td') ? note.closest('tr') : null
  if (row) return [...row.children]
  const next = note.nextElementSibling
  const isNumber = note.matches('dt') || !LETTER.test(wordsOf(note))
  return isNumber && next ? [note, next] : [note]
}

/** The element that nothing stands before but white space. */
const nextOf = (element: Element): Element | null => {
  const next = element.nextElementSibling
  for (let at = element.nextSibling; at && at !== next; at = at.nextSibling) if (at.textContent?.trim()) return null
  return next
}
