import { firstPagesOf } from '#contract/shapes/edition-pages.ts'
import type { ChapterStart } from '#server/formats/book-format.ts'
import type { StoredBook } from '#server/formats/stored-book.ts'
import { openEdition } from './read-edition.ts'

/** The step of a chapter in the spine: its items have the even ones. */
const SPINE_STEP = /^(?:epubcfi\()?\/\d+(?:\[[^\]]*\])?\/(\d+)/

/** The number of a chapter in the spine, from 1. */
export const spineNumberOf = (cfi: string, chapter: number): number =>
  Number(SPINE_STEP.exec(cfi)?.[1] ?? 2 * (chapter + 1)) / 2

/** Where the chapters of an EPUB begin. Items of the spine that are no chapters are left out, so the numbers have gaps. */
export const readChapterStarts = async (book: StoredBook): Promise<ChapterStart[]> => {
  const { index } = await openEdition((begin, end) => book.part(begin, end))
  const firstPages = firstPagesOf(index.chapters)
  return index.manifest.chapters.map(({ cfi }, n) => ({
    spine: spineNumberOf(cfi, n),
    page: firstPages[n] ?? 1,
  }))
}
