import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Books } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services.ts'

/** Rows alone, without files: for tests of lists, which need many. The later ones are newer. */
export const insertBooks = async ({ db }: Services, words: Partial<Insertable<Books>>[]): Promise<string[]> => {
  const start = Date.now() - words.length * 1000
  const rows = words.map((own, i): Insertable<Books> => ({
    title: `Book ${i}`,
    author: 'Somebody',
    caption: 'A book.',
    genre: 'Fiction',
    cover: '0'.repeat(32),
    coverColor: '#123456',
    pdf: `pdf/${randomUUID()}.pdf`,
    pdfName: 'book.pdf',
    pdfBytes: 1,
    pageCount: 1,
    createdAt: new Date(start + i * 1000),
    ...own,
  }))
  const kept = await db.insertInto('books').values(rows).returning('id').execute()
  return kept.map(({ id }) => id)
}

const ROWS_AT_ONCE = 4000

/** Thousands of rows, made by the database: some titles and views come again, some books are rated, the last is the oldest. */
export const insertManyBooks = async ({ db }: Services, count: number): Promise<void> => {
  for (let first = 1; first <= count; first += ROWS_AT_ONCE) {
    const last = Math.min(count, first + ROWS_AT_ONCE - 1)
    await sql`
      insert into books (title, author, caption, genre, cover, cover_color, pdf, pdf_name, pdf_bytes, page_count, views,
        rating_count, rating_sum, ranked_count, ranked_sum, created_at)
      select
        'Number ' || (n * 37 % ${count}::int) / 2, 'Somebody ' || n % 1000, 'A book.',
        (array['Fantasy', 'Fantasy', 'Fiction', 'Poetry'])[n % 4 + 1],
        repeat('0', 32), '#123456', 'pdf/' || n || '.pdf', 'book.pdf', 1, 1, n * 53 % 997,
        n % 5, n % 5 * (n % 4 + 1), n % 5, n % 5 * (n % 4 + 1),
        now() - interval '2 hours' - n / 2 * interval '10 minutes'
      from generate_series(${first}::int, ${last}::int) as n`.execute(db)
  }
}

/** So many stars that reading them all would show; the oldest books, by their ids, have most of them. */
export const insertManyRatings = async ({ db }: Services): Promise<void> => {
  await sql`
    with readers as (
      insert into users (username, email, password_hash, verified)
      select 'rater ' || n, 'rater' || n || '@example.org', 'x', true from generate_series(1, 1000) as n
      returning id
    ), some_books as (
      select id from books order by id limit 30
    )
    insert into ratings (book_id, user_id, stars, ranked) select some_books.id, readers.id, 5, true from some_books, readers`.execute(
    db,
  )
}
