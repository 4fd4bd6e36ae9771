import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { TextRange } from '#contract/books.ts'
import { searchInside } from '#contract/search-inside.ts'
import { type Person, testData, type TestSite } from '#server/testing/test-site.ts'
import { pdfBlob } from '#server/testing/book-form.ts'
import { joinWords, splitWords } from './split-words.ts'

/** Publishes a PDF of the test data, and resolves when its pages have been read; undefined without the data. */
export const publishPdf = async (site: TestSite, author: Person, name: string, title = name) => {
  const path = testData(`pdf/${name}`)
  if (!path) return undefined
  const book = await site.aBook(author, { title, pdf: pdfBlob(path) })
  await untilRead(site, book._id)
  return book
}

export const pdfBytes = (name: string) => {
  const path = testData(`pdf/${name}`)
  return path === undefined ? undefined : readFileSync(path)
}

export const untilRead = (site: TestSite, bookId: string) =>
  vi.waitFor(
    () =>
      site.services.db
        .selectFrom('bookTexts')
        .select('id')
        .where('bookId', '=', bookId)
        .where('isRead', '=', true)
        .executeTakeFirstOrThrow(),
    // It is read with a low priority: other work comes before it.
    { timeout: 300_000, interval: 50 },
  )

/** Gives a book pages with these texts, as if its PDF had been read. */
export const addPages = async ({ db }: TestSite['services'], bookId: string, texts: string[]): Promise<void> => {
  const { id } = await db
    .insertInto('bookTexts')
    .values({ bookId, pdf: 'pdf/none.pdf', pages: texts.length, textPages: texts.length, isRead: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into page_texts (text_id, page, content, words)
    select ${id}, n, content, ' ' || search_fold(words) || ' '
    from unnest(${texts}::text[], ${texts.map((text) => joinWords(splitWords(text)))}::text[])
      with ordinality as added (content, words, n)`.execute(db)
}

/** The search as a reader makes it. */
export const searchOf =
  (site: TestSite, reader?: Person) =>
  (query: string, more: { book?: string; page?: number } = {}) =>
    site.api(reader)(searchInside, { query: { query, ...more } })

/** The marked words of each hit. */
export const markedWords = ({ hits }: { hits: { snippet: { text: string; ranges: TextRange[] } }[] }) =>
  hits.map(({ snippet: { text, ranges } }) => ranges.map(({ start, end }) => text.slice(start, end)))
