import { sql, type SqlBool } from 'kysely'
import type { Author } from '#contract/authors.ts'
import { CO_AUTHORED_BOOKS } from '#contract/values/authors.ts'
import type { Book, NamedCoAuthor } from '#contract/books.ts'
import { isSuspended } from '#server/restrictions/is-suspended.ts'
import type { Database } from '#server/platform/database/connect.ts'
import type { Services } from '#server/platform/services.ts'
import { booksInOrder } from './book-serializer.ts'
import { isShown } from './is-shown.ts'

/** The id of somebody's row as a co-author of a book, in a statement on `books`; null for who has not agreed. */
export const coAuthorshipOf = (userId: string) => sql<string | null>`(
  select co_authors.id from co_authors
  where co_authors.book_id = books.id and co_authors.user_id = ${userId}::uuid and co_authors.state = 'agreed'
)`

/** The books that somebody sees in any state of them: those that they publish, or of which they are a co-author. */
export const booksSeenBy = (userId: string) => sql`
  select id from books where publisher_id = ${userId}::uuid
  union all
  select book_id from co_authors where user_id = ${userId}::uuid and state = 'agreed'`

/** The condition that a row of `co_authors` is shown to everyone who sees its book. */
const isNamed = sql<SqlBool>`co_authors.state in ('named', 'agreed')`

const isSuspendedNow = sql<SqlBool>`(
  users.suspended_at is not null and (users.suspended_until is null or users.suspended_until > now())
)`

/** Who is named beside the author of a book, in a statement on `books`; null if nobody is. */
export const namedCoAuthors = sql<NamedCoAuthor[] | null>`(
  select json_agg(
    json_build_object(
      'name', coalesce(co_authors.name, users.username),
      'isAccount', users.id is not null,
      'hasPage', users.id is null or not ${isSuspendedNow}
    )
    order by co_authors.place, co_authors.id
  )
  from co_authors left join users on users.id = co_authors.user_id
  where co_authors.book_id = books.id and ${isNamed}
)`.as('coAuthors')

/** Whose page it is: an account that is a co-author, or a name that publishers typed. */
interface CoAuthorName {
  name: string
  accountId: string | undefined
}

const isOf = ({ name, accountId }: CoAuthorName) =>
  accountId === undefined
    ? sql<SqlBool>`same_name(co_authors.name) = same_name(${name})`
    : sql<SqlBool>`co_authors.user_id = ${accountId}::uuid and co_authors.state = 'agreed'`

const shownOf = (db: Database, coAuthor: CoAuthorName) =>
  db
    .selectFrom('coAuthors')
    .innerJoin('books', 'books.id', 'coAuthors.bookId')
    .where(isOf(coAuthor))
    .where(isShown)
    .orderBy('coAuthors.id', 'desc')

/** The shown books of which somebody is a co-author, the last named first. */
export const readCoAuthored = async ({ db, settings }: Services, coAuthor: CoAuthorName): Promise<Book[]> => {
  const rows = await shownOf(db, coAuthor).select('bookId').limit(CO_AUTHORED_BOOKS).execute()
  return booksInOrder(
    db,
    rows.map(({ bookId }) => bookId),
    settings.filesOrigin,
  )
}

/** The account of this name, if it is a co-author of a shown book and not suspended. */
export const findCoAuthorAccount = ({ db, now }: Services, name: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(sql<SqlBool>`same_name(username) = same_name(${name})`)
    .where(({ not }) => not(isSuspended(now())))
    .where(
      sql<SqlBool>`exists (
        select from co_authors join books on books.id = co_authors.book_id
        where co_authors.user_id = users.id and co_authors.state = 'agreed' and ${isShown}
      )`,
    )
    .executeTakeFirst()

/** A name in the spelling in which a publisher typed it, if it is that of a co-author of a shown book. */
export const findCoAuthorName = async ({ db }: Services, name: string): Promise<Author['name'] | undefined> => {
  const row = await shownOf(db, { name, accountId: undefined }).select('coAuthors.name').limit(1).executeTakeFirst()
  return row?.name ?? undefined
}
