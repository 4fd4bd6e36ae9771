import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import type { PageReading } from '#contract/text-view.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'

/** The words of the group of pages that has this one, once all pages of the book are read. */
export const getPageReading = async (
  { db }: Services,
  { bookId, page }: { bookId: string; page: number },
): Promise<PageReading> => {
  const { rows } = await sql<{ [Field in keyof PageReading]: PageReading[Field] | null }>`
    select first_page as first, page_readings.pages, case when first_page = 1 then book_texts.contents end as contents
    from books
      left join book_texts on book_texts.book_id = books.id and book_texts.pdf = books.pdf and is_read
      left join lateral (
        select first_page, pages from page_readings
        where text_id = book_texts.id and first_page <= ${page}::integer
        order by first_page desc limit 1
      ) as page_readings on true
    where books.id = ${bookId} and ${isShown}`.execute(db)
  const found = rows[0]
  if (!found) throw new Problem('bookNotFound')
  const { first, pages, contents } = found
  return { first: first ?? page, pages: pages ?? [], ...(contents && { contents }) }
}
