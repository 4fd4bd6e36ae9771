/**
 * A book that flows has no pages of its own. So that positions, marks, reports and searches know a place in it as they know
 * one in a PDF, each chapter is cut into pages of about 300 words, which are the same on every screen; a chapter without
 * text, the contents, which grow with a book, and each page of a fixed layout, is one page. Pages are counted from 1 through
 * the book.
 */

export const EDITION_MAGIC = 'QHE1'
/** The magic and the length of the index. */
export const EDITION_HEAD_BYTES = 8

const PAGE_CHARACTERS = 1800

/** Where the pages of a chapter begin in its text, in UTF-16 units: the first at 0, each later one behind white space. */
export const pageStarts = (text: string, isOnePage = false): number[] => {
  const starts = [0]
  if (isOnePage) return starts
  for (let start = 0; text.length - start > PAGE_CHARACTERS;) {
    const cut = text.slice(start, start + PAGE_CHARACTERS + 1).search(/\s\S*$/)
    start += cut > 0 ? cut + 1 : PAGE_CHARACTERS
    if (start < text.length) starts.push(start)
  }
  return starts
}

/** The pages of each chapter, as where they begin in its text. */
export type ChapterPages = readonly { readonly pages: readonly number[] }[]

export const pageCountOf = (chapters: ChapterPages): number =>
  chapters.reduce((sum, { pages }) => sum + pages.length, 0)

/** The first page of each chapter. */
export const firstPagesOf = (chapters: ChapterPages): number[] => {
  let next = 1
  return chapters.map(({ pages }) => {
    const first = next
    next += pages.length
    return first
  })
}

/** A place in a chapter: its number from 0, and a position in its text. */
export interface ChapterPlace {
  chapter: number
  position: number
}

/** Where a page begins; the nearest page if the book has no such one. */
export const startOfPage = (chapters: ChapterPages, page: number): ChapterPlace => {
  let first = 1
  for (const [chapter, { pages }] of chapters.entries()) {
    if (page < first + pages.length) return { chapter, position: pages[Math.max(page - first, 0)] ?? 0 }
    first += pages.length
  }
  return { chapter: Math.max(chapters.length - 1, 0), position: chapters.at(-1)?.pages.at(-1) ?? 0 }
}
