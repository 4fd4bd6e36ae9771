import { type SqlBool, sql } from 'kysely'
import { bookDetails } from '#server/books/book-details.ts'
import { namedCoAuthors } from '#server/books/co-authors.ts'
import { currentVersion } from '#server/books/current-version.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Database } from '#server/platform/database/connect.ts'

const BATCH = 1000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

export interface ExportedBooks {
  /** The id of the account whose books are read; those of all accounts without it. */
  publisherId?: string | undefined
  /** Also those that nobody but their authors sees. */
  withUnpublished: boolean
}

/** The ids of the books that are exported, in a fixed order. */
export async function* listExported(
  db: Database,
  { publisherId, withUnpublished }: ExportedBooks,
): AsyncGenerator<string> {
  for (let last: string | undefined = BEFORE_ALL; last !== undefined;) {
    const rows: { id: string }[] = await db
      .selectFrom('books')
      .select('id')
      .where('id', '>', last)
      .$if(publisherId !== undefined, (query) => query.where('publisherId', '=', publisherId ?? ''))
      .$if(!withUnpublished, (query) => query.where(isShown))
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id } of rows) yield id
    last = rows.at(-1)?.id
  }
}

const isHiddenByModerators = sql<SqlBool>`exists (
  select from hidings where hidings.book_id = books.id or hidings.user_id = books.publisher_id
)`

/** What the database has of a book; undefined if it was deleted meanwhile. Of a book under a pen name no account is read. */
export const readBook = (db: Database, id: string) =>
  db
    .selectFrom('books')
    .leftJoin('users as publisher', (join) =>
      join.onRef('publisher.id', '=', 'books.publisherId').on('books.penNameId', 'is', null),
    )
    .select(['books.id', 'title', 'author', 'caption', 'genre', 'state', 'books.createdAt', 'publishedAt', 'publishAt'])
    .select(['withdrawnAt', 'books.views', 'isPremium', 'premiumUntil', 'isFeatured', 'commentRule', 'format'])
    .select(['pageCount', 'accessibility', 'pdf', 'pdfName', 'pdfBytes', 'manuscriptName', 'manuscriptBytes'])
    .select(['cover', 'coverSeed', 'publisher.username as publisher', bookDetails, namedCoAuthors])
    .select([currentVersion.as('version'), isHiddenByModerators.as('isHiddenByModerators')])
    .select(sql<boolean>`books.pen_name_id is not null`.as('isUnderPenName'))
    .where('books.id', '=', id)
    .executeTakeFirst()

export type BookRow = NonNullable<Awaited<ReturnType<typeof readBook>>>

export const readVersions = (db: Database, bookId: string) =>
  db.selectFrom('bookVersions').selectAll().where('bookId', '=', bookId).orderBy('number').execute()

/** Those that were added, or with `withComing` also those that are not out. */
export const readChapters = (db: Database, bookId: string, withComing: boolean) =>
  db
    .selectFrom('chapters')
    .selectAll()
    .where('bookId', '=', bookId)
    .$if(!withComing, (query) => query.where('addedAt', 'is not', null))
    .orderBy('id')
    .execute()

export const readRights = (db: Database, bookId: string) =>
  db
    .selectFrom('rightsDeclarations')
    .select(['rights', 'declaredAt', sql<string>`encode(sha256, 'hex')`.as('sha256')])
    .where('bookId', '=', bookId)
    .orderBy('declaredAt')
    .orderBy('sha256')
    .execute()

/** The comments that are shown, in their order, in batches. */
export async function* readComments(db: Database, bookId: string) {
  let last = BEFORE_ALL
  for (;;) {
    const rows = await db
      .selectFrom('comments')
      .leftJoin('users', 'users.id', 'comments.userId')
      .select(['comments.id', 'comments.text', 'comments.createdAt', 'page', 'cfi', 'quote', 'fileVersion', 'isLost'])
      .select(['comments.userId', 'username'])
      .where('bookId', '=', bookId)
      .where(sql<SqlBool>`not comments.is_hidden`)
      .where('comments.id', '>', last)
      .orderBy('comments.id')
      .limit(BATCH)
      .execute()
    yield* rows
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

/** In batches, by the ids of their readers. */
export async function* readRatings(db: Database, bookId: string) {
  let last = BEFORE_ALL
  for (;;) {
    const rows = await db
      .selectFrom('ratings')
      .innerJoin('users', 'users.id', 'ratings.userId')
      .select(['ratings.userId', 'username', 'stars', 'ratedAt'])
      .where('bookId', '=', bookId)
      .where('ratings.isHidden', '=', false)
      .where('ratings.userId', '>', last)
      .orderBy('ratings.userId')
      .limit(BATCH)
      .execute()
    yield rows
    const end = rows.at(-1)
    if (!end) return
    last = end.userId
  }
}
