import { type RawBuilder, sql } from 'kysely'
import type { Book } from '#contract/books.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** Premium ends by itself, at the moment that was set for it. */
const isPremiumNow = sql<boolean>`(is_premium and (premium_until is null or premium_until > now()))`

const isoTime = (what: RawBuilder<unknown>) => sql`to_char(${what} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Every column that a book shows in a list, and who published it. */
export const selectBooks = (db: Database) =>
  db
    .selectFrom('books')
    .leftJoin('users as publisher', 'publisher.id', 'books.publisherId')
    .select([
      'books.id',
      'title',
      'author',
      'caption',
      'genre',
      'cover',
      'coverColor',
      'ratingSum',
      'ratingCount',
      'commentCount',
      'views',
      'pageCount',
      'premiumUntil',
      'isFeatured',
      'books.createdAt',
      'publisherId',
      'publisher.username as publisherName',
      isPremiumNow.as('isPremium'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectBooks>['execute']>>[number]

/** The covers' address for what the row names; the smaller forms have names derived from it. */
export const coverUrl = (origin: string | undefined, hash: string) => `${coversFrom(origin)}${hash}.webp`

/** What stands before a cover's name in its address. */
export const coversFrom = (origin: string | undefined) => `${origin ?? ''}/files/cover/`

export const toBook =
  (filesOrigin: string | undefined) =>
  (row: Row): Book => ({
    _id: row.id,
    title: row.title,
    author: row.author,
    caption: row.caption,
    genre: row.genre,
    image: coverUrl(filesOrigin, row.cover),
    imageColor: row.coverColor,
    Rating: row.ratingCount === 0 ? 0 : row.ratingSum / row.ratingCount,
    ratingCount: row.ratingCount,
    commentCount: row.commentCount,
    views: row.views,
    pageCount: row.pageCount,
    isPremium: row.isPremium,
    premiumDisplayUntil: row.isPremium ? (row.premiumUntil?.toISOString() ?? null) : null,
    isFeatured: row.isFeatured,
    publisher: row.publisherId && row.publisherName ? { _id: row.publisherId, username: row.publisherName } : null,
    createdAt: row.createdAt.toISOString(),
  })

/**
 * The books of `placed` (ids and the places by which they stand) as JSON, each as `toBook` has it: a list that is only
 * passed on needs no objects in between.
 */
export const selectBooksAsJson = (
  filesOrigin: string | undefined,
  { placed, orderBy }: { placed: RawBuilder<unknown>; orderBy: RawBuilder<unknown> },
) => sql<string | null>`(
  select json_agg(shown)::text
  from (
    select
      books.id as "_id", title, author, caption, genre,
      ${coversFrom(filesOrigin)}::text || cover || '.webp' as image,
      cover_color as "imageColor",
      case when rating_count = 0 then 0 else rating_sum / rating_count::float end as "Rating",
      rating_count as "ratingCount", comment_count as "commentCount", books.views, page_count as "pageCount",
      ${isPremiumNow} as "isPremium",
      case when ${isPremiumNow} then ${isoTime(sql`premium_until`)} end as "premiumDisplayUntil",
      is_featured as "isFeatured",
      case when publisher.id is not null
        then json_build_object('_id', publisher.id, 'username', publisher.username)
      end as publisher,
      ${isoTime(sql`books.created_at`)} as "createdAt"
    from ${placed} as placed
    join books on books.id = placed_id
    left join users as publisher on publisher.id = books.publisher_id
    order by ${orderBy}
  ) as shown
)`
