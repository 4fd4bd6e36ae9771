import { sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import type { BookText, TextBlock } from '#contract/text-view.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'

/** The part of a book's text that has the page `from`, and where the parts begin. */
export const getBookText = async (
  { db }: Services,
  { bookId, from }: { bookId: string; from: number | undefined },
): Promise<BookText> => {
  const { rows } = await sql<{ parts: number[]; blocks: TextBlock[] | null }>`
    select
      array(select first_page from text_view_parts where text_id = book_texts.id order by first_page) as parts,
      (
        select blocks from text_view_parts
        where text_id = book_texts.id and first_page <= ${from ?? 0}::integer
        order by first_page desc limit 1
      ) as blocks
    from books left join book_texts on book_texts.book_id = books.id and has_view
    where books.id = ${bookId} and ${isShown}`.execute(db)
  const found = rows[0]
  if (!found) throw new Problem('bookNotFound')
  return { parts: found.parts, blocks: found.blocks ?? [] }
}
