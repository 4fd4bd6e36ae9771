import { isChapterName } from './chapter-names.ts'
import { element } from './content.ts'
import { type Block, toFlow } from './flow.ts'
import { NO_WORDS } from './front-matter.ts'
import { type Inline, text, toPieces } from './inline.ts'
import type { Manuscript } from './manuscript.ts'

/** Signs that only somebody writes who writes Markdown. */
const MARKDOWN_LINE = /^(?:#{1,6} \S.*|---\n[\s\S]*?\n---|```|> \S.*|\[\^[^\]]+\]: .*|!\[[^\]]*\]\([^)]+\).*)$/m
const MARKDOWN_WORDS = /\*\*[^\s*][^*\n]*\*\*|\[[^\]\n]+\]\((?:https?:|#)[^)\s]+\)/

/** Whether a text is Markdown, though its name says only that it is text. */
export const isMarkdownText = (source: string): boolean => MARKDOWN_LINE.test(source) || MARKDOWN_WORDS.test(source)

/** Lines that a program broke, which ends lines before this many characters. */
const WRAPPED = { from: 45, to: 100 }
/** How much of the text that other lines follow is in such lines. */
const MOST = 0.7
const MAX_TITLE = 60

const SCENE_BREAK = /^\s*(?:[*#~•–—_=-]\s*){3,}$|^\s*[*#~⁂§]\s*$/

/** Reads plain text: paragraphs with blank lines between them, with an indented first line, or of one line each. */
export const readPlainText = (source: string): Manuscript => {
  const lines = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\f', '\n\n')
    .split('\n')
    .map((line) => line.trimEnd())
  const groups = groupsOf(lines)
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
    words: NO_WORDS,
    parts: [toFlow(blocks)],
    ...{ notes: new Map(), pictures: new Map(), findings: [] },
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
    if (!isOpen) groups.push({ lines: [], blanksBefore: blanks })
    groups.at(-1)?.lines.push(line)
    blanks = 0
    isOpen = true
  }
  return groups
}

/** Lines that another one follows in their group are nearly of the same length, which no author writes by hand. */
const areWrapped = (groups: readonly Group[]): boolean => {
  const followed = groups.flatMap(({ lines }) => lines.slice(0, -1)).map(({ length }) => length)
  const full = followed.filter((length) => length >= WRAPPED.from && length <= WRAPPED.to)
  const lengthOf = (lengths: number[]) => lengths.reduce((sum, length) => sum + length, 0)
  return followed.length > 0 && lengthOf(full) >= lengthOf(followed) * MOST
}

/** Paragraphs begin with an indented line, and no blank lines stand between them. */
const areIndented = (groups: readonly Group[]): boolean => {
  const all = groups.flatMap(({ lines }) => lines)
  const begun = all.filter((line) => /^[ \t\u3000]+\S/.test(line))
  return groups.some(({ lines }) => lines.length > 2) && begun.length > 1 && begun.length < all.length * MOST
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
    return paragraphs.map((paragraph) => [paragraph.join(' ')])
  }
  const isFull = ({ length }: string) => length >= WRAPPED.from
  const isVerse = lines.length > 1 && lines.slice(0, -1).filter(isFull).length < lines.length / 2
  if (isWrapped) return isVerse ? [[...lines]] : [[lines.map((line) => line.trim()).join(' ')]]
  // Lines that follow each other are paragraphs if they are long, else verses.
  return isVerse ? [[...lines]] : lines.map((line) => [line.trim()])
}

const paragraph = (lines: string[]): Block => {
  const inlines = lines.flatMap((line, at): Inline[] => [...(at === 0 ? [] : [{ kind: 'line' } as const]), text(line)])
  return { kind: 'text', piece: element('p', {}, toPieces(inlines, { keepsIndent: lines.length > 1 })) }
}
