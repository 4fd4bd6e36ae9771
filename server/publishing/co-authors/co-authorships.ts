import { sql, type SqlBool } from 'kysely'
import type { CoAuthoredBook, CoAuthorQuestion } from '#contract/co-authors.ts'
import { Problem } from '#contract/api/problems.ts'
import { selectAllBooks, toBook } from '#server/books/book-serializer.ts'
import type { Sign } from '#server/books/read-book.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { ownCoverUrl } from '#server/publishing/edited-book.ts'

/** The most books, and the most questions, that are listed. */
const LISTED_MAX = 1000

/**
 * The condition that a question is put to an account, in a statement on `books` and `co_authors`: the book has a publisher
 * whom the account doesn't block, and is not hidden by moderators. Under a pen name a question that is gone after blocking
 * would say whose it is.
 */
const isPut = sql<SqlBool>`co_authors.state = 'asked'
  and books.publisher_id is not null
  and (books.pen_name_id is not null or not exists (
    select from blocks where blocks.user_id = co_authors.user_id and blocks.blocked_id = books.publisher_id
  ))
  and not exists (
    select from hidings where hidings.book_id = books.id or hidings.user_id = books.publisher_id
  )`

/** The books that somebody is asked to be a co-author of, and those that they have agreed to, the latest first. */
export const listCoAuthorships = async (
  services: Services,
  sign: Sign,
  userId: string,
): Promise<{ asked: CoAuthorQuestion[]; agreed: CoAuthoredBook[] }> => {
  const [asked, agreed] = await Promise.all([
    booksOf(services.db, userId).where(isPut).orderBy('coAuthors.id', 'desc').limit(LISTED_MAX).execute(),
    booksOf(services.db, userId)
      .where('coAuthors.state', '=', 'agreed')
      .orderBy('answeredAt', 'desc')
      .orderBy('coAuthors.id', 'desc')
      .limit(LISTED_MAX)
      .execute(),
  ])
  const asBook = toBook(services.settings.filesOrigin)
  return {
    asked: asked.map(({ book: { _id, title, author, caption, publisher }, askedAt }) => ({
      book: { _id, title, author, caption, publisher },
      askedAt: askedAt?.toISOString() ?? '',
    })),
    agreed: agreed.map((row) => {
      const book = asBook(row)
      return {
        ...book,
        ...(row.isHidden && { image: ownCoverUrl(services, sign, book, `with ${row.coAuthorship}`) }),
        state: row.state as CoAuthoredBook['state'],
        publishAt: row.publishAt?.toISOString() ?? null,
        isHidden: row.isHiddenByModerators,
      }
    }),
  }
}

const booksOf = (db: Database, userId: string) =>
  selectAllBooks(db)
    .innerJoin('coAuthors', 'coAuthors.bookId', 'books.id')
    .where('coAuthors.userId', '=', userId)
    .select(['coAuthors.id as coAuthorship', 'askedAt', 'books.state', 'publishAt', 'isHidden'])
    .select(
      sql<boolean>`exists (
        select from hidings where hidings.book_id = books.id or hidings.user_id = books.publisher_id
      )`.as('isHiddenByModerators'),
    )

/** Answers a question, or leaves a book; the same answer once more changes nothing. */
export const answerCoAuthorship = async (
  { db, now }: Services,
  { bookId, userId, agrees }: { bookId: string; userId: string; agrees: boolean },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [userId])
    const row = await trx
      .selectFrom('coAuthors')
      .innerJoin('books', 'books.id', 'coAuthors.bookId')
      .select(['coAuthors.id', 'coAuthors.state', isPut.$castTo<boolean>().as('isPut')])
      .where('bookId', '=', bookId)
      .where('userId', '=', userId)
      .forUpdate('coAuthors')
      .executeTakeFirst()
    if (row?.state === (agrees ? 'agreed' : 'declined')) return
    if (!row?.isPut && row?.state !== 'agreed') throw new Problem('coAuthorshipNotFound')
    await trx
      .updateTable('coAuthors')
      .set({ state: agrees ? 'agreed' : 'declined', answeredAt: now() })
      .where('id', '=', row.id)
      .execute()
  })
