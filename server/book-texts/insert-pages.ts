import { sql } from 'kysely'
import type { PageTexts } from '#server/formats/book-format.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { joinWords, splitWords } from './split-words.ts'

/** The most characters of a book that a search finds; pages that follow them are not read. */
export const BOOK_CHARACTERS = 20_000_000

interface Page {
  page: number
  content: string
  words: string
}

/** The pages of a text that come after the first `from`, with their words. Those without words are left out. */
export const toPages = (texts: string[], from: number): Page[] =>
  texts
    .map((content, n) => ({ page: from + n + 1, content, words: joinWords(splitWords(content)) }))
    .filter(({ words }) => words !== '')

export const countCharacters = (pages: Page[]) => pages.reduce((sum, { content }) => sum + content.length, 0)

export const insertPages = async (trx: Database, id: number, pages: Page[]): Promise<void> => {
  if (pages.length === 0) return
  await sql`
    insert into page_texts (text_id, page, content, words)
    select ${id}, page, content, ' ' || search_fold(words) || ' '
    from unnest(
      ${pages.map(({ page }) => page)}::int[],
      ${pages.map(({ content }) => content)}::text[],
      ${pages.map(({ words }) => words)}::text[]
    ) as added (page, content, words)`.execute(trx)
}

/** Pages whose words are loaded at once. */
const GROUP = 10

/**
 * What the row of a text keeps of the pages behind the first `from`: the table of contents comes with the first of them. For the
 * one update of that row in a transaction: after a second one PostgreSQL locks the row of the book, for which an author who
 * replaces the file waits the other way round.
 */
export const toContentsColumn = (from: number, { contents = [] }: Pick<PageTexts, 'contents'>) =>
  from === 0 ? { contents: contents.length > 0 ? JSON.stringify(contents) : null } : {}

/** In place of those that the pages behind the first `from` had. */
export const replaceReadings = async (
  trx: Database,
  id: number,
  from: number,
  { readings = [] }: Pick<PageTexts, 'readings'>,
) => {
  await trx
    .deleteFrom('pageReadings')
    .where('textId', '=', id)
    .where('firstPage', '>', from)
    .where('firstPage', '<=', from + readings.length)
    .execute()
  for (let at = 0; at < readings.length; at += GROUP) {
    const pages = JSON.stringify(readings.slice(at, at + GROUP)).toWellFormed()
    await trx
      .insertInto('pageReadings')
      .values({ textId: id, firstPage: from + at + 1, pages })
      .execute()
  }
}
