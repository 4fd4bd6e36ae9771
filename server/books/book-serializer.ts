import { type RawBuilder, sql } from 'kysely'
import type { Book } from '#contract/books.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { ListedRows } from '#server/platform/database/paged-list.ts'
import { isShown } from './is-shown.ts'
import { preparedQuery } from '#server/platform/database/prepared.ts'

/** Premium expires at `premium_until`. */
const isPremiumNow = sql<boolean>`(is_premium and (premium_until is null or premium_until > now()))`

const isoTime = (time: RawBuilder<Date | null>) =>
  sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The start of every cover's URL. */
export const coversUrl = (origin = '') => `${origin}/files/cover/`

/**
 * The API's book in SQL: the only map from columns to its fields. `image` is the cover in full size, without an origin;
 * the URLs of smaller sizes are derived from it.
 */
const FIELDS: { [Field in keyof Book]: RawBuilder<Book[Field]> } = {
  _id: sql`books.id`,
  title: sql`title`,
  author: sql`author`,
  caption: sql`caption`,
  genre: sql`books.genre`,
  image: sql`'${sql.raw(coversUrl())}' || cover || '.webp'`,
  imageColor: sql`cover_color`,
  imageMounted: sql`cover_mounted`,
  Rating: sql`case when rating_count = 0 then 0 else rating_sum / rating_count::float end`,
  ratingCount: sql`rating_count`,
  commentCount: sql`comment_count`,
  views: sql`books.views`,
  pageCount: sql`page_count`,
  format: sql`books.format`,
  isPremium: isPremiumNow,
  premiumDisplayUntil: sql`case when ${isPremiumNow} then ${isoTime(sql`premium_until`)} end`,
  isFeatured: sql`is_featured`,
  publisher: sql`case when publisher.id is not null and books.pen_name_id is null
    then json_build_object('_id', publisher.id, 'username', publisher.username) end`,
  createdAt: isoTime(sql`books.created_at`),
}

/** A row with these columns: faster to convert to JSON than `json_build_object`. */
const book = sql<Book>`to_json((select book from (select ${sql.join(
  Object.entries(FIELDS).map(([name, value]) => sql`${value} as ${sql.raw(`"${name}"`)}`),
)}) as book))`.as('book')

/** Books with their publishers, as `toBook` reads them, without the hidden ones. */
export const selectBooks = (db: Database) => selectAllBooks(db).where(isShown)

/** The same with the hidden ones, for their publisher and for administrators. */
export const selectAllBooks = (db: Database) =>
  db.selectFrom('books').leftJoin('users as publisher', 'publisher.id', 'books.publisherId').select(['books.id', book])

export const toBook =
  (filesOrigin = '') =>
  ({ book }: { book: Book }): Book => ({ ...book, image: filesOrigin + book.image })

/** The books with these ids, in their order. */
export const booksInOrder = async (db: Database, ids: string[], filesOrigin = ''): Promise<Book[]> => {
  if (ids.length === 0) return []
  const rows = await selectInOrder(db, ids)
  return rows.map(toBook(filesOrigin))
}

// The array is selected, so that its length is unknown to the planner: else each execution would be planned again.
const selectInOrder = preparedQuery((ids: string[]) => ({
  compile: (db) =>
    selectBooks(db)
      .where(sql<boolean>`books.id = any((select ${ids}::uuid[])::uuid[])`)
      .orderBy(sql`array_position(${ids}::uuid[], books.id)`)
      .compile(),
}))

/** The listed books, in the order of their list. */
export const selectListed = (db: Database, { ids, orderBy }: ListedRows) =>
  selectBooks(db).innerJoin(ids.as('listed'), 'listed.listedId', 'books.id').orderBy(orderBy)

/** When the next premium period of these books ends: a cached response with them expires then. */
export const earliestPremiumEnd = (books: Pick<Book, 'premiumDisplayUntil'>[]): Date | undefined => {
  const ends = books.flatMap(({ premiumDisplayUntil: end }) => (end === null ? [] : Date.parse(end)))
  return ends.length > 0 ? new Date(Math.min(...ends)) : undefined
}
