import { startOfPage } from '#contract/edition-pages.ts'
import type { PageReader, PageTexts } from '#server/formats/book-format.ts'
import type { StoredBook } from '#server/formats/stored-book.ts'
import { openEdition } from './read-edition.ts'

/** So many pages are read in a moment. */
const PAGES_AT_ONCE = 100

/** Reads the texts of an EPUB's pages out of its edition, where they are ready. */
export const createEditionPageReader = (): PageReader => ({ read: readEditionPages, close: () => {} })

/** The texts of some pages from this one, counted from 0. */
export const readEditionPages = async (book: StoredBook, from: number): Promise<PageTexts> => {
  const { index, chapter } = await openEdition(book.part)
  const texts: string[] = []
  let n = startOfPage(index.chapters, from + 1).chapter
  let skipped = from - index.chapters.slice(0, n).reduce((sum, { pages }) => sum + pages.length, 0)
  for (; n < index.chapters.length && texts.length < PAGES_AT_ONCE; n++) {
    const { text } = await chapter(n)
    const starts = index.chapters[n]?.pages ?? []
    texts.push(...starts.map((start, i) => text.slice(start, starts[i + 1])).slice(skipped))
    skipped = 0
  }
  return { texts, isEnd: n >= index.chapters.length }
}
