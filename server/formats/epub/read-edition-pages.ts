import { pageCountOf, startOfPage } from '#contract/shapes/edition-pages.ts'
import { CHARACTERS_AT_ONCE, PAGE_CHARACTERS, type PageReader, type PageTexts } from '#server/formats/book-format.ts'
import type { StoredBook } from '#server/formats/stored-book.ts'
import { type OpenEdition, openEdition } from './read-edition.ts'

/** So many pages are read in a moment. */
const PAGES_AT_ONCE = 100

/** Reads the texts of an EPUB's pages out of its edition, where they are ready. */
export const createEditionPageReader = (): PageReader => ({ read: readEditionPages, close: () => {} })

/** The texts of some pages from this one, counted from 0. */
export const readEditionPages = async (book: StoredBook, from: number): Promise<PageTexts> => {
  const edition = await openEdition(book.part)
  const { index } = edition
  const texts: string[] = []
  let characters = 0
  const isFull = () => texts.length >= PAGES_AT_ONCE || characters >= CHARACTERS_AT_ONCE
  let n = startOfPage(index.chapters, from + 1).chapter
  let page = from - pageCountOf(index.chapters.slice(0, n))
  for (; n < index.chapters.length && !isFull(); n++) {
    const text = await textOf(book, edition, n)
    const starts = index.chapters[n]?.pages ?? []
    for (; page < starts.length && !isFull(); page++) {
      const content = text.slice(starts[page], starts[page + 1]).slice(0, PAGE_CHARACTERS)
      characters += content.length
      texts.push(content)
    }
    page = 0
  }
  return { texts, isEnd: from + texts.length >= pageCountOf(index.chapters) }
}

/** The text that was unpacked last of each book that is being read: a chapter of thousands of pages is read in many parts. */
const lastTexts = new WeakMap<StoredBook, { n: number; text: string }>()

const textOf = async (book: StoredBook, { chapter }: OpenEdition, n: number): Promise<string> => {
  const last = lastTexts.get(book)
  if (last?.n === n) return last.text
  const { text } = await chapter(n)
  lastTexts.set(book, { n, text })
  return text
}
