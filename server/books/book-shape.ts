import { sql } from 'kysely'
import type { Book } from '#contract/books.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** Premium ends by itself, at the moment that was set for it. */
const isPremiumNow = sql<boolean>`(is_premium and (premium_until is null or premium_until > now()))`

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
export const coverUrl = (origin: string | undefined, hash: string) => `${origin ?? ''}/files/cover/${hash}.webp`

export const bookOf =
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
