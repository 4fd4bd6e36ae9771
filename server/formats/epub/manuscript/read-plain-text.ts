import { isChapterName } from './chapter-names.ts'
import { element } from './content.ts'
import { type Block, toFlow } from './flow.ts'
import { NO_WORDS } from './front-matter.ts'
import { type Inline, text, toPieces } from './inline.ts'
import type { Manuscript, Words } from './manuscript.ts'
import { areUnspaced } from './unspaced-scripts.ts'

/** Signs that only somebody writes who writes Markdown. */
const MARKDOWN_LINE = /^(?:#{1,6} .*[\p{L}\p{N}].*|```|> \S.*|\[\^[^\]]+\]: .*|!\[[^\]]*\]\([^)]+\).*)$/mu
const FRONT_MATTER = /^\s*---\n[^\n:]*:[\s\S]*?\n---(?:\n|$)/
/** One such title may as well be a line above the end of a scene. */
const UNDERLINED_TITLE = /(?:^|\n\n).{0,60}[\p{L}\p{N}]\n-{3,}\n\n/gu
const MARKDOWN_WORDS = /\*\*[^\s*][^*\n]*\*\*|\[[^\]\n]+\]\((?:https?:|#)[^)\s]+\)/

/** Whether a text is Markdown, though its name says only that it is text. */
export const isMarkdownText = (source: string): boolean =>
  [MARKDOWN_LINE, FRONT_MATTER, MARKDOWN_WORDS].some((signs) => signs.test(source)) ||
  [...source.matchAll(UNDERLINED_TITLE)].length > 1

/** Lines that a program broke, which ends lines before this many characters. */
const WRAPPED = { from: 45, to: 100 }
/** How much of the text that other lines follow is in such lines. */
const MOST = 0.7
const MAX_TITLE = 60

const SCENE_BREAK = /^\s*(?:[*#~•–—_=-]\s*){3,}$|^\s*[*#~⁂§]\s*$/

/** What the line before a scene break ends with, where no blank line is between them: those of a table have no such ends. */
const SENTENCE_END = /[.!?…"”’»」]$/

/** Reads plain text: paragraphs with blank lines between them, with an indented first line, or of one line each. */
export const readPlainText = (source: string): Manuscript => {
  const lines = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\f', '\n\n')
    .split('\n')
    .map((line) => line.trimEnd())
  const groups = groupsOf(lines).flatMap(withTitleApart)
  const isWrapped = areWrapped(groups)
  const isIndented = areIndented(groups)
  const blocks = groups.flatMap((group): Block[] => {
    const [first = ''] = group.lines
    const line = first.trim()
    if (group.lines.length === 1 && SCENE_BREAK.test(first)) return [{ kind: 'other', piece: element('hr', {}, []) }]
    if (group.lines.length === 1 && isTitle(line, group.blanksBefore))
      return [{ kind: 'heading', piece: element('h1', {}, [line]) }]
    return paragraphsOf(group.lines, { isWrapped, isIndented }).map(paragraph)
  })
  return {
    words: wordsOf(lines),
    parts: [toFlow(blocks)],
    notes: new Map(),
    pictures: new Map(),
    findings: [],
  }
}

interface Group {
  lines: string[]
  blanksBefore: number
}

/** Lines between blank ones. */
const groupsOf = (lines: readonly string[]): Group[] => {
  const groups: Group[] = []
  let blanks = 0
  let isOpen = false
  for (const line of lines) {
    if (line.trim() === '') {
      blanks += 1
      isOpen = false
      continue
    }
    const isBreak = SCENE_BREAK.test(line) && SENTENCE_END.test(groups.at(-1)?.lines.at(-1) ?? '')
    if (!isOpen || isBreak) groups.push({ lines: [], blanksBefore: blanks })
    groups.at(-1)?.lines.push(line)
    blanks = 0
    isOpen = !isBreak
  }
  return groups
}

/** The first line of a group names a chapter, and its text follows at once. */
const withTitleApart = ({ lines, blanksBefore }: Group): Group[] => {
  const [first = '', ...rest] = lines
  const isApart = WORD.test(first) && isTitle(first.trim(), 0) && !isChapterName(rest[0] ?? first)
  return isApart
    ? [
        { lines: [first], blanksBefore },
        { lines: rest, blanksBefore: 0 },
      ]
    : [{ lines, blanksBefore }]
}

/** A number by itself may as well be a part of a poem or of a list. */
const WORD = /^(?!\s*[ivxlc]+\.?$).*\p{L}{3}|^\s*[第제]/iu

/** Lines that another one follows in their group are nearly of the same length, which no author writes by hand. */
const areWrapped = (groups: readonly Group[]): boolean => {
  const followed = groups.flatMap(({ lines }) => lines.slice(0, -1)).map(({ length }) => length)
  const full = followed.filter((length) => length >= WRAPPED.from && length <= WRAPPED.to)
  const lengthOf = (lengths: number[]) => lengths.reduce((sum, length) => sum + length, 0)
  return followed.length > 0 && lengthOf(full) >= lengthOf(followed) * MOST
}

const INDENTED = /^[ \t\u3000]+\S/
const NEARLY_ALL = 0.9

/**
 * Paragraphs begin with an indented line, and no blank lines stand between them. Where blank ones do, lines that are indented are
 * verses, quotations or tables.
 */
const areIndented = (groups: readonly Group[]): boolean => {
  const all = groups.flatMap(({ lines }) => lines)
  const begun = all.filter((line) => INDENTED.test(line))
  const isMixed = ({ lines }: Group) => {
    const flush = lines.flatMap((line, at) => (INDENTED.test(line) ? [] : [lines[at - 1]?.length ?? WRAPPED.from]))
    // Lines of a poem end where they like. Among many paragraphs, a line may stand for itself.
    const goingOn = flush.filter((before) => before >= WRAPPED.from)
    return flush.length > 0 && flush.length < lines.length && goingOn.length >= flush.length * NEARLY_ALL
  }
  const mixed = groups.filter(isMixed).flatMap(({ lines }) => lines)
  return (
    groups.some(({ lines }) => lines.length > 2) &&
    begun.length > 1 &&
    begun.length < all.length * MOST &&
    mixed.length * 2 > all.length
  )
}

/** A line by itself that names a chapter, or is in capitals with more than one blank line before it. */
const isTitle = (line: string, blanksBefore: number): boolean =>
  line.length <= MAX_TITLE &&
  (isChapterName(line) ||
    (blanksBefore > 1 && /\p{Lu}{2}/u.test(line) && !/\p{Ll}/u.test(line) && !/[.,;]$/.test(line)))

/** The lines of each paragraph of a group, of which one has several lines where they are verses. */
const paragraphsOf = (
  lines: readonly string[],
  { isWrapped, isIndented }: { isWrapped: boolean; isIndented: boolean },
): string[][] => {
  if (isIndented && lines.some((line) => /^\s/.test(line))) {
    const paragraphs: string[][] = []
    for (const line of lines) {
      if (/^\s/.test(line) || paragraphs.length === 0) paragraphs.push([line.trim()])
      else paragraphs.at(-1)?.push(line)
    }
    return paragraphs.map((paragraph) => [joinLines(paragraph)])
  }
  // In Japanese and Chinese a wide blank begins a paragraph, and none what somebody says.
  const isWide = (line: string) => line.startsWith('\u3000')
  if (lines.every(isWide) || (!isWrapped && lines.some(isWide))) return lines.map((line) => [line.trim()])
  const isFull = ({ length }: string) => length >= WRAPPED.from
  const isVerse = lines.length > 1 && lines.slice(0, -1).filter(isFull).length < lines.length / 2
  if (isWrapped) return isVerse ? [[...lines]] : [[joinLines(lines)]]
  // Lines that follow each other are paragraphs if they are long, else verses.
  return isVerse ? [[...lines]] : lines.map((line) => [line.trim()])
}

/** A dash, or a word with a hyphen, but for one that another word is to complete. */
const GOES_ON = /--\n\p{L}|\p{L}-\n(?!(?:and|or|to|und|oder|bis|et|ou|y|o|e)\b)\p{L}/u

const joinLines = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .map((line, at, all) => {
      const before = all[at - 1]
      if (before === undefined) return line
      const isJoined = areUnspaced(before, line) || GOES_ON.test(`${before.slice(-2)}\n${line.slice(0, MAX_TITLE)}`)
      return isJoined ? line : ` ${line}`
    })
    .join('')

/** What Project Gutenberg says of a book above its text. */
const wordsOf = (lines: readonly string[]): Words => {
  const end = lines.findIndex((line) => /^\*{3} ?START OF (?:THE|THIS) PROJECT GUTENBERG/i.test(line))
  const of = (name: string): string => {
    const at = lines.slice(0, Math.max(0, end)).findIndex((line) => line.startsWith(`${name}: `))
    if (at < 0) return ''
    const rest = lines.slice(at + 1)
    const more = rest.slice(
      0,
      rest.findIndex((line) => !/^\s+\S/.test(line)),
    )
    return [lines[at]?.slice(name.length + 2) ?? '', ...more].map((line) => line.trim()).join(' ')
  }
  return { ...NO_WORDS, title: of('Title'), authors: [of('Author')].filter((author) => author !== '') }
}

/** In plain text, these marks stand for italics. */
const UNDERLINED = /(?<![\p{L}\p{N}_])_(?=[^\s_])([^_]{1,300})(?<=[^\s_])_(?![\p{L}\p{N}_])/u

const withItalics = (line: string): Inline[] =>
  line.split(UNDERLINED).flatMap((part, at) => (part === '' ? [] : [text(part, { looks: { italic: at % 2 === 1 } })]))

const paragraph = (lines: string[]): Block => {
  const inlines = lines.flatMap((line, at): Inline[] => [
    ...(at === 0 ? [] : [{ kind: 'line' } as const]),
    ...withItalics(line),
  ])
  return { kind: 'text', piece: element('p', {}, toPieces(inlines, { keepsIndent: lines.length > 1 })) }
}
