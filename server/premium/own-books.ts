import { sql } from 'kysely'
import type { OwnBook } from '#contract/publishing.ts'
import { toBook, selectAllBooks } from '#server/books/book-serializer.ts'
import type { Sign } from '#server/books/read-book.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { ownCoverUrl } from '#server/publishing/edited-book.ts'
import { booksWithoutText } from '#server/search-inside/books-without-text.ts'
import { topRatedStreaks } from './watch-top-rated.ts'

const OWN_BOOKS_MAX = 1000

/** An author's books, newest first, with today's figures and their streak in top-rated. */
export const ownBooks = async (services: Services, sign: Sign, publisherId: string): Promise<OwnBook[]> => {
  const [rows, streaks, figures, hidings, withoutText] = await Promise.all([
    selectAllBooks(services.db)
      .select(['state', 'publishAt', 'isHidden'])
      .where('publisherId', '=', publisherId)
      .orderBy('books.createdAt', 'desc')
      .orderBy('books.id', 'desc')
      .limit(OWN_BOOKS_MAX)
      .execute(),
    topRatedStreaks(services),
    readTodaysFigures(services, publisherId),
    readHidings(services.db, publisherId),
    booksWithoutText(services.db, publisherId),
  ])
  const days = new Map(streaks.map((streak) => [streak.bookId, streak.days]))
  const todays = new Map(figures.map(({ bookId, ...today }) => [bookId, today]))
  return rows.map((row) => {
    const book = toBook(services.settings.filesOrigin)(row)
    return {
      ...book,
      ...(row.isHidden && { image: ownCoverUrl(services, sign, book) }),
      state: row.state as OwnBook['state'],
      publishAt: row.publishAt?.toISOString() ?? null,
      today: todays.get(book._id) ?? { views: 0, ratings: 0, comments: 0 },
      topRatedDays: days.get(book._id) ?? 0,
      hidden: hidings.get(book._id) ?? null,
      lacksText: withoutText.has(book._id),
    }
  })
}

/** Why and until when books are hidden, by their id: each by itself, or all of their publisher. */
const readHidings = async (db: Database, publisherId: string): Promise<Map<string, OwnBook['hidden']>> => {
  const { rows } = await sql<{ bookId: string; reason: string; until: Date | null }>`
    select distinct on (books.id) books.id as book_id, reason, until
    from books join hidings on hidings.book_id = books.id or hidings.user_id = books.publisher_id
    where publisher_id = ${publisherId} and is_hidden
    order by books.id, hidings.book_id nulls last`.execute(db)
  return new Map(rows.map(({ bookId, reason, until }) => [bookId, { reason, until: until?.toISOString() ?? null }]))
}

type Figures = OwnBook['today'] & { bookId: string }

/** Views, ratings and comments since midnight UTC; views as rankings count them, ratings without those of guests. */
const readTodaysFigures = async ({ db, now }: Services, publisherId: string): Promise<Figures[]> => {
  const { rows } = await sql<Figures>`
    select
      books.id as book_id,
      coalesce(book_days.views, 0) as views,
      coalesce(book_days.ratings, 0) as ratings,
      (select count(*)::int from comments where book_id = books.id and not is_hidden and created_at >= ${now()}::date) as comments
    from books
    left join book_days on book_days.book_id = books.id and day = ${now()}::date
    where publisher_id = ${publisherId}`.execute(db)
  return rows
}
