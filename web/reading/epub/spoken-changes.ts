import { isBlock, isSilent } from '#contract/shapes/chapter-text.ts'
import type { EpubChapter } from '#contract/shapes/epub.ts'
import type { NarratedWords, SpokenChange } from '#web/reading/format/book-view.ts'
import { plain } from './element-positions.ts'
import { EDGE, flatten, type Piece } from './frame/flat-text.ts'

/** A tag of the edition, whose attributes hold no angle brackets, or a text. */
const TOKEN = /<(\/?)([\w.-]+)([^<>]*?)(\/?)>|[^<]+/g
/** Marks of notes and pages, and the ways back from notes. */
const UNSPOKEN = /(?:^|\s)(?:doc-)?(?:noteref|pagebreak|backlink)(?:\s|$)/
/** A number or a sign, with or without brackets. */
const NOTE_MARK = /^[[(]?(?:\d{1,4}|[a-z]|[*†‡§¶#]{1,3})[\])]?$/i

interface Open {
  name: string
  isSilent: boolean
  isNoteLink: boolean
  /** The id of an element that is narrated. */
  id: string | undefined
  /** At which piece it begins. */
  from: number
  /** From which piece on something else is spoken. */
  change: { from: number; words: string; isDescription: boolean; isMark: boolean } | undefined
}

/** What a voice speaks in place of parts of a chapter's text. */
export const spokenChanges = (chapter: EpubChapter): SpokenChange[] => readSpoken(chapter).changes

/** The parts of a chapter's text that a person reads aloud, with what is heard for each. */
export const narratedWords = (chapter: EpubChapter): NarratedWords[] => {
  const { narration = [], text } = chapter
  if (narration.length === 0) return []
  const { ranges } = readSpoken(chapter)
  return narration.flatMap(({ id, ...clip }) => {
    const [start, end] = ranges.get(id) ?? [0, 0]
    const words = text.slice(start, end).replaceAll('\n', ' ').trim()
    return words === '' ? [] : [{ text: words, start, end, clip }]
  })
}

const readSpoken = ({ xhtml, text, narration = [] }: EpubChapter) => {
  const wanted = new Set(narration.map(({ id }) => id))
  const named: { id: string; from: number; to: number }[] = []
  const pieces: Piece[] = []
  const open: Open[] = []
  const found: { from: number; to: number; words: string; isDescription: boolean }[] = []
  const close = () => {
    const closed = open.pop()
    if (!closed) return
    if (closed.id !== undefined) named.push({ id: closed.id, from: closed.from, to: pieces.length })
    if (isBlock(closed.name) && !closed.isSilent) pieces.push(EDGE)
    const { change } = closed
    const words = change?.isMark ? pieces.slice(change.from).filter((piece) => piece !== EDGE) : []
    if (change && (!change.isMark || NOTE_MARK.test(words.join('').trim())))
      found.push({ ...change, to: pieces.length })
  }
  for (const [token, end, name, attributes = '', isEmpty] of xhtml.matchAll(TOKEN)) {
    if (end) close()
    else if (name !== undefined) {
      const of = (wanted: string) => plain(new RegExp(`\\s${wanted}="([^"]*)"`).exec(attributes)?.[1] ?? '')
      const parent = open.at(-1)
      const isQuiet = parent?.isSilent === true || isSilent(name, /\shidden="/.test(attributes))
      const isNoteLink = parent?.isNoteLink === true || (name === 'a' && of('data-book-to').includes('#'))
      const isRaised = name === 'sup' || open.some((one) => one.name === 'sup')
      if (isBlock(name) && !isQuiet) pieces.push(EDGE)
      const words = wordsOf(name, of)
      const isCut = UNSPOKEN.test(`${of('epub:type')} ${of('role')}`) || of('aria-hidden') === 'true'
      const isMark = isRaised && isNoteLink
      const isChanged = !isQuiet && (isCut || isMark || words !== '')
      const change = {
        from: pieces.length,
        words: isCut ? '' : words,
        isDescription: !isCut && !isMark,
        isMark: !isCut && isMark,
      }
      const id = wanted.size > 0 && wanted.has(of('id')) ? of('id') : undefined
      open.push({
        name,
        isSilent: isQuiet,
        isNoteLink,
        id,
        from: pieces.length,
        change: isChanged ? change : undefined,
      })
      if (isEmpty) close()
    } else if (open.at(-1)?.isSilent === false) pieces.push(plain(token))
  }
  const { text: flat, segments } = flatten(pieces)
  // Positions count only if the text is the one of the edition.
  if (flat !== text.replaceAll('\n', ' ')) return { changes: [], ranges: new Map<string, [number, number]>() }
  const startOf = (piece: number) => segments.find((segment) => segment.piece >= piece)?.at ?? flat.length
  const changes = found
    .map(({ from, to, words, isDescription }) => ({ start: startOf(from), end: startOf(to), words, isDescription }))
    .filter(({ start, end, words }) => end > start || words !== '')
    .toSorted((a, b) => a.start - b.start)
  const ranges = new Map(
    named.map(({ id, from, to }): [string, [number, number]] => [id, [startOf(from), startOf(to)]]),
  )
  return { changes, ranges }
}

/** What stands for a picture or a formula. */
const wordsOf = (name: string, of: (attribute: string) => string): string => {
  if (name === 'img') return (of('alt') || of('aria-label')).trim()
  if (name === 'svg') return of('aria-label').trim()
  return name === 'math' ? of('alttext').trim() : ''
}
