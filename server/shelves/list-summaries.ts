import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { LIST_COVERS, type ListSummary, type ListVisibility } from '#contract/lists.ts'
import { booksInOrder } from '#server/books/book-serializer.ts'
import { isShown } from '#server/books/is-shown.ts'
import type { Services } from '#server/platform/services.ts'
import { isShownTo, type ListReader } from './list-policy.ts'

interface Row {
  id: string
  name: string
  words: string
  visibility: ListVisibility
  isHidden: boolean
  userId: string
  username: string
  profileImage: string | null
  changedAt: Date
  createdAt: Date
  isFollowed: boolean
  totalBooks: number
  covers: string[]
}

interface Selection {
  where: RawBuilder<SqlBool>
  orderBy?: RawBuilder<unknown>
}

/** Lists with their owners, the number of their shown books and the ids of the first ones, among those that a reader may see. */
export const selectLists = async (
  { db, visitorAge }: Services,
  reader: ListReader,
  { where, orderBy = sql`lists.changed_at desc, lists.id` }: Selection,
): Promise<Row[]> => {
  const isOpen = visitorAge === undefined ? sql`true` : sql`coalesce(age, 0) <= ${Number(visitorAge)}`
  const { rows } = await sql<Row>`
    select
      lists.id, name, words, visibility, lists.is_hidden, lists.user_id, username, profile_image, lists.changed_at,
      lists.created_at, followed.user_id is not null as is_followed, total_books, covers
    from lists
    join users on users.id = lists.user_id
    left join list_follows as followed
      on followed.list_id = lists.id and followed.user_id = ${reader?.id ?? null}::uuid
    cross join lateral (
      select
        count(*)::int as total_books,
        coalesce((array_agg(book_id order by place, book_id))[:${sql.lit(LIST_COVERS)}], '{}') as covers
      from list_books join books on books.id = book_id
      where list_id = lists.id and ${isShown} and ${isOpen}
    ) as counted
    where ${where} and ${isShownTo(reader)}
    order by ${orderBy}`.execute(db)
  return rows
}

/** The lists as the API has them. That one is hidden is told to its owner alone. */
export const toSummaries = async (
  { db, settings }: Services,
  rows: Row[],
  reader: ListReader,
): Promise<ListSummary[]> => {
  const ids = [...new Set(rows.flatMap(({ covers }) => covers))]
  const books = new Map((await booksInOrder(db, ids, settings.filesOrigin)).map((book) => [book._id, book]))
  return rows.map(({ id, name, words, visibility, isHidden, totalBooks, covers, changedAt, ...row }) => ({
    _id: id,
    name,
    words,
    visibility,
    totalBooks,
    ...(isHidden && row.userId === reader?.id && { isHidden: true as const }),
    owner: { _id: row.userId, username: row.username, profileImage: row.profileImage },
    covers: covers.flatMap((cover) => {
      const book = books.get(cover)
      if (!book) return []
      const { _id, title, image, imageColor, imageMounted } = book
      return [{ _id, title, image, imageColor, imageMounted }]
    }),
    changedAt: changedAt.toISOString(),
  }))
}
