import { sql } from 'kysely'
import { selectBooks, toBook } from '#server/books/book-serializer.ts'
import { bayesianRating, topRated } from '#server/books/top-rated.ts'
import type { Services } from '#server/platform/services.ts'

/** The minimum rating that counts as liking a book. */
export const LIKED_STARS = 4
/** A liked author weighs more than a liked genre. */
const AUTHOR_WEIGHT = 3
/** The most rated books of each liked genre that are scored. */
const CANDIDATES = 200

/** Books of the genres and authors that a reader likes, without those they rated or published; top-rated for a visitor. */
export const recommendedBooks = async (services: Services, readerId: string | undefined, limit: number) => {
  if (readerId === undefined) return topRated(services, limit)
  const ids = await rankForReader(services, readerId, limit)
  const rows = ids.length > 0 ? await selectBooks(services.db).where('books.id', 'in', ids).execute() : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  const personal = ids.flatMap((id) => byId.get(id) ?? []).map(toBook(services.settings.filesOrigin))
  return personal.length >= limit ? personal : fillWithBest(services, personal, readerId, limit)
}

const rankForReader = async ({ db }: Services, readerId: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with liked as (
      select genre, author from ratings join books on books.id = book_id
      where user_id = ${readerId} and stars >= ${LIKED_STARS}
    ), genres as (
      select genre, count(*)::float / sum(count(*)) over () as weight from liked group by genre
    ), candidates as (
      select best.* from genres cross join lateral (
        select id, genre, author, ranked_sum, ranked_count from books
        where books.genre = genres.genre and books.ranked_count > 0
        order by ranked_count desc, id
        limit ${CANDIDATES}
      ) best
      union
      select id, genre, author, ranked_sum, ranked_count from books where author in (select author from liked)
    )
    select id from candidates left join genres using (genre)
    where not exists (select from ratings where book_id = id and user_id = ${readerId})
      and not exists (select from books own where own.id = candidates.id and own.publisher_id = ${readerId})
    order by
      ${bayesianRating} * (coalesce(weight, 0) + case when author in (select author from liked) then ${AUTHOR_WEIGHT}::float else 0 end) desc,
      id
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Where the personal list is too short: adds the best rated of the other books, then the newest without ratings. */
const fillWithBest = async (
  services: Services,
  personal: ReturnType<ReturnType<typeof toBook>>[],
  readerId: string,
  limit: number,
) => {
  const rows = await selectBooks(services.db)
    .innerJoin('bookRanks', 'bookRanks.bookId', 'books.id')
    .where(sql<boolean>`not exists (select from ratings where book_id = books.id and user_id = ${readerId})`)
    .where(sql<boolean>`publisher_id is distinct from ${readerId}`)
    .$if(personal.length > 0, (q) =>
      q.where(
        'books.id',
        'not in',
        personal.map(({ _id }) => _id),
      ),
    )
    .orderBy('rating', 'desc')
    .orderBy('bookRanks.bookId', 'desc')
    .limit(limit - personal.length)
    .execute()
  return [...personal, ...rows.map(toBook(services.settings.filesOrigin))]
}
