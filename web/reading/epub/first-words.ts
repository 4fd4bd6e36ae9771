import type { EpubChapter } from '#contract/shapes/epub.ts'
import { elementPositions } from './element-positions.ts'

const WORDS_MAX = 280
/** Scripts without spaces have longer words. */
const WORD_MAX = 30

/** What a link leads to in a chapter, to the element with an id or to its beginning: the position, and the words there. */
export const firstWords = (chapter: EpubChapter, id: string | undefined): { position: number; words: string } => {
  const { text } = chapter
  const found = id === undefined ? 0 : (elementPositions(chapter, [id]).get(id) ?? 0)
  const position = beginOfWord(text, found)
  const part = text.slice(position, position + WORDS_MAX + 1)
  if (part.length <= WORDS_MAX) return { position, words: part.trim() }
  return {
    position,
    words: `${part
      .replace(/\s+\S*$/, '')
      .slice(0, WORDS_MAX)
      .trim()}…`,
  }
}

/** An element may begin some characters sooner than it is found, or behind a space there. */
const beginOfWord = (text: string, at: number): number => {
  const before = text.slice(Math.max(0, at - WORD_MAX), at + 1)
  const space = before.search(/\s\S*$/)
  return space < 0 ? at : at - before.length + space + 2
}
