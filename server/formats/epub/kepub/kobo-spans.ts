import { isBlock } from '#contract/shapes/chapter-text.ts'
import { HTML_ENTITIES } from '#server/formats/html-entities.ts'

/** Kobo's reader lays out pages in these two elements of the body. */
const PAGE_IDS = ['book-columns', 'book-inner']
const SENTENCE_ID = 'kobo.'
/** Kobo's own books have it at the end of the head: a book may give all its divisions a margin. */
const STYLE = '<style type="text/css" id="kobostylehacks">div#book-inner { margin-top: 0; margin-bottom: 0; }</style>'

/** Their content stays as it is: no text, text in an order of its own, or where no span may stand. */
const KEPT = new Set(
  (
    'audio button canvas datalist iframe map math meter noscript object pre progress rp rt rtc script select style svg ' +
    'template textarea video'
  ).split(' '),
)
/** Each is a sentence by itself. */
const PICTURES = ['img', 'picture']

const TOKEN =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!DOCTYPE(?:[^[<>"']|"[^"]*"|'[^']*')*(?:\[[^\]]*\]\s*)?>|<(?:[^<>"']|"[^"]*"|'[^']*')*>|[^<]+/y
const TAG_NAME = /^<\/?([^\s/>]+)/
const ID = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/

/**
 * A chapter as Kobo's reader wants it: its body in two elements, and each sentence and each picture in one with the number of
 * its paragraph and its own number in that. Nothing else of the source is changed. Undefined for a chapter that has such
 * elements already, or no body. The source is well-formed.
 */
export const withKoboSpans = (source: string): string | undefined => {
  const tokens = tokensOf(source)
  if (!tokens || tokens.some(isTaken)) return undefined
  const pieces: string[] = []
  const open: string[] = []
  const numbers = { paragraph: 0, sentence: 0, isNew: true }
  const opening = () => {
    if (numbers.isNew) Object.assign(numbers, { paragraph: numbers.paragraph + 1, sentence: 0, isNew: false })
    numbers.sentence += 1
    return `<span class="koboSpan" id="${SENTENCE_ID}${numbers.paragraph}.${numbers.sentence}">`
  }
  const wrapped = (text: string) => (text.trim() === '' ? text : `${opening()}${text}</span>`)
  let bodyAt: number | undefined
  /** How many elements are open around the one whose content is kept. */
  let keptAt: number | undefined
  let hasBody = false

  for (const token of tokens) {
    const isInText = bodyAt !== undefined && keptAt === undefined
    const name = token.startsWith('<') ? TAG_NAME.exec(token)?.[1] : undefined
    if (name === undefined || /^[!?]/.test(name)) {
      pieces.push(isInText && !token.startsWith('<') ? sentencesOf(token).map(wrapped).join('') : token)
    } else if (token.startsWith('</')) {
      open.pop()
      const ends = open.length
      if (ends === bodyAt) pieces.push('</div></div>')
      if (ends === 1 && name === 'head') pieces.push(STYLE)
      pieces.push(token)
      if (ends === keptAt) {
        keptAt = undefined
        if (PICTURES.includes(name)) pieces.push('</span>')
      }
      if (ends === bodyAt) bodyAt = undefined
    } else {
      const local = name.slice(name.indexOf(':') + 1)
      const isWhole = token.endsWith('/>')
      const isPicture = isInText && PICTURES.includes(name)
      if (isInText && (isBlock(local) || isPicture)) numbers.isNew = true
      pieces.push(isPicture ? opening() + token : token)
      if (isPicture && isWhole) pieces.push('</span>')
      if (isWhole) continue
      if (name === 'body' && open.length === 1) {
        bodyAt = 1
        hasBody = true
        pieces.push(PAGE_IDS.map((id) => `<div id="${id}">`).join(''))
      }
      if (isInText && (isPicture || KEPT.has(local))) keptAt = open.length
      open.push(name)
    }
  }
  return hasBody ? pieces.join('') : undefined
}

const tokensOf = (source: string): string[] | undefined => {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) tokens.push(match[0])
  return tokens.join('').length === source.length ? tokens : undefined
}

const isTaken = (token: string): boolean => {
  if (!token.startsWith('<')) return false
  const [, one, other] = ID.exec(token) ?? []
  const id = one ?? other ?? ''
  return id.startsWith(SENTENCE_ID) || PAGE_IDS.includes(id)
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const REFERENCE = /&(?:#x([\da-f]+)|#(\d+)|([^;]+));/gi
/** It ends no sentence, and none ends before it. */
const FILLER = '\u00ad'
const MAX_CODE_POINT = 0x10ffff

/** The sentences of a text as it is written, with the white space after them. */
const sentencesOf = (text: string): string[] => {
  // The text that is read has the same length. The end of a line is no end of a sentence.
  const read = text
    .replace(REFERENCE, (all: string, hex?: string, decimal?: string, name = '') =>
      characterOf(hex, decimal, name).padEnd(all.length, FILLER),
    )
    .replace(/[\n\r\u0085\u2028\u2029]/g, ' ')
  const starts = [...sentences.segment(read)]
    .filter(({ segment }) => !segment.startsWith(FILLER))
    .map(({ index }) => index)
  return starts.length < 2 ? [text] : starts.map((start, at) => text.slice(at === 0 ? 0 : start, starts[at + 1]))
}

const characterOf = (hex: string | undefined, decimal: string | undefined, name: string): string => {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  if (Number.isNaN(code)) return (Object.hasOwn(HTML_ENTITIES, name) && HTML_ENTITIES[name]) || 'x'
  return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : 'x'
}
