import { sql } from 'kysely'
import type { BookList, ListSummary } from '#contract/lists.ts'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'
import type { ListReader } from './list-policy.ts'
import { selectLists, toSummaries } from './list-summaries.ts'
import { type OrderedQuery, readOrdered } from './ordered-books.ts'

/** A person's own lists, and those that the person follows and may see. */
export const listLists = async (
  services: Services,
  reader: NonNullable<ListReader>,
): Promise<{ own: ListSummary[]; followed: ListSummary[] }> => {
  const [own, followed] = await Promise.all([
    selectLists(services, reader, { where: sql`lists.user_id = ${reader.id}::uuid` }),
    selectLists(services, reader, {
      where: sql`followed.user_id is not null`,
      orderBy: sql`followed.followed_at desc, lists.id`,
    }),
  ])
  return {
    own: await toSummaries(services, own, reader),
    followed: await toSummaries(services, followed, reader),
  }
}

/** One list without its books, which its owner has just written. */
export const readOwnList = async (
  services: Services,
  reader: NonNullable<ListReader>,
  id: string,
): Promise<ListSummary> => {
  const rows = await selectLists(services, reader, {
    where: sql`lists.id = ${id}::uuid and lists.user_id = ${reader.id}::uuid`,
  })
  const [list] = await toSummaries(services, rows, reader)
  if (!list) throw new Problem('listNotFound')
  return list
}

/** A page of a list, if it is shown to the reader. */
export const readList = async (
  services: Services,
  reader: ListReader,
  { id, ...query }: OrderedQuery & { id: string },
): Promise<BookList> => {
  const rows = await selectLists(services, reader, { where: sql`lists.id = ${id}::uuid` })
  const [row] = rows
  if (!row) throw new Problem('listNotFound')
  const [[list], page] = await Promise.all([
    toSummaries(services, rows, reader),
    readOrdered(services, rowsOf(id), query),
  ])
  if (!list) throw new Problem('listNotFound')
  return {
    ...list,
    ...page,
    isOwn: row.userId === reader?.id,
    isFollowed: row.isFollowed,
    createdAt: row.createdAt.toISOString(),
  }
}

const rowsOf = (id: string) => ({
  hasPlaces: true,
  rows: sql<never>`
    select book_id, place, added_at as at, null::int as page, null::int as user_rating
    from list_books
    where list_id = ${id}::uuid`,
})
