import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Activity, OwnBook } from '#contract/publishing.ts'
import { toBook, selectAllBooks } from '#server/books/book-serializer.ts'
import type { Sign } from '#server/books/read-book.ts'
import { countNewComments } from '#server/comments/received-comments.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { ownCoverUrl } from '#server/publishing/edited-book.ts'
import { booksWithoutText } from '#server/book-texts/books-without-text.ts'
import { topRatedStreaks } from '#server/premium/watch-top-rated.ts'

const OWN_BOOKS_MAX = 1000

/** An author's books, newest first, with their figures of today and the week and their streak in top-rated. */
export const ownBooks = async (services: Services, sign: Sign, publisherId: string): Promise<OwnBook[]> => {
  const [rows, streaks, figures, newComments, hidings, withoutText] = await Promise.all([
    selectAllBooks(services.db)
      .select(['state', 'publishAt', 'isHidden'])
      .where('publisherId', '=', publisherId)
      .orderBy('books.createdAt', 'desc')
      .orderBy('books.id', 'desc')
      .limit(OWN_BOOKS_MAX)
      .execute(),
    topRatedStreaks(services),
    readFigures(services, publisherId),
    countNewComments(services.db, publisherId),
    readHidings(services.db, publisherId),
    booksWithoutText(services.db, publisherId),
  ])
  const days = new Map(streaks.map((streak) => [streak.bookId, streak.days]))
  const activity = new Map(figures.map(({ bookId, ...periods }) => [bookId, periods]))
  return rows.map((row) => {
    const book = toBook(services.settings.filesOrigin)(row)
    return {
      ...book,
      ...(row.isHidden && { image: ownCoverUrl(services, sign, book) }),
      state: row.state as OwnBook['state'],
      publishAt: row.publishAt?.toISOString() ?? null,
      ...(activity.get(book._id) ?? { today: NONE, week: NONE, weekBefore: NONE }),
      newComments: newComments.get(book._id) ?? 0,
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

type Figures = Pick<OwnBook, 'today' | 'week' | 'weekBefore'> & { bookId: string }

const NONE: Activity = { views: 0, ratings: 0, comments: 0 }

const sumsOf = (days: RawBuilder<SqlBool>) => sql<Activity>`json_build_object(
  'views', coalesce(sum(views) filter (where ${days}), 0),
  'ratings', coalesce(sum(ratings) filter (where ${days}), 0),
  'comments', coalesce(sum(comments) filter (where ${days}), 0)
)`

/** Views, ratings and comments by days of UTC; views as rankings count them, ratings without those of guests. */
const readFigures = async ({ db, now }: Services, publisherId: string): Promise<Figures[]> => {
  const today = sql`${now()}::date`
  const { rows } = await sql<Figures>`
    with activity as (
      select book_id, day, book_days.views, ratings, 0 as comments
      from books join book_days on book_days.book_id = books.id
      where publisher_id = ${publisherId} and day > ${today} - 14
      union all
      select book_id, comments.created_at::date, 0, 0, 1
      from books join comments on comments.book_id = books.id
      where publisher_id = ${publisherId} and not comments.is_hidden and comments.created_at >= ${today} - 13
    )
    select
      book_id,
      ${sumsOf(sql`day = ${today}`)} as today,
      ${sumsOf(sql`day > ${today} - 7`)} as week,
      ${sumsOf(sql`day <= ${today} - 7`)} as week_before
    from activity group by book_id`.execute(db)
  return rows
}
