import { type RawBuilder, sql } from 'kysely'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { hasOwnName } from './authors.ts'
import { isSeen } from './is-shown.ts'

interface Part {
  after?: string | undefined
  limit: number
}

/** One row more than asked for tells whether there are more. */
const partOf = <Row>(rows: Row[], limit: number) => ({ rows: rows.slice(0, limit), hasMore: rows.length > limit })

/** The authors of shown books. From each name the index leads to the next one: an author may have thousands of books. */
export const listAuthorNames = async (services: Services, { after = '', limit }: Part) => {
  const next = (key: RawBuilder<unknown>) => sql`
    select same_name(author) as key from books
    where ${isSeen(services)} and same_name(author) > ${key}
    order by same_name(author) limit 1`
  const { rows } = await sql<{ name: string }>`
    with recursive names (key, place) as (
      select key, 1 from (${next(sql`same_name(${after})`)}) as first
      union all
      select next.key, place + 1 from names cross join lateral (${next(sql`names.key`)}) as next
      where place <= ${limit}
    )
    select spelled.author as name from names cross join lateral (
      select author from books
      where ${isSeen(services)} and same_name(author) = names.key
      order by ${hasOwnName} desc, created_at, id
      limit 1
    ) as spelled
    order by place`.execute(services.db)
  const { rows: authors, hasMore } = partOf(rows, limit)
  return { authors, hasMore }
}

/** The series with shown books in the same way. One with two spellings of its name is listed by the first of them. */
export const listSeriesNames = async (services: Services, { after, limit }: Part) => {
  const last = after === undefined ? { name: '', id: null } : await findSeries(services, after)
  const next = (key: RawBuilder<unknown>) => sql`
    select series_name as name, series_id as id from books
    where ${isSeen(services)} and series_id is not null and ${key}
    order by series_name, series_id limit 1`
  const isFirst = last.id === null ? sql`true` : sql`(series_name, series_id) > (${last.name}, ${last.id}::uuid)`
  const { rows } = await sql<{ _id: string; name: string; isFirst: boolean }>`
    with recursive names (name, id, place) as (
      select name, id, 1 from (${next(isFirst)}) as first
      union all
      select next.name, next.id, place + 1
      from names cross join lateral (${next(sql`(series_name, series_id) > (names.name, names.id)`)}) as next
      where place <= ${limit}
    )
    select id as _id, name, not exists (
      select from books where ${isSeen(services)} and series_id = names.id and series_name < names.name
    ) as is_first
    from names
    order by place`.execute(services.db)
  const { rows: found, hasMore } = partOf(rows, limit)
  return { series: found.filter(({ isFirst }) => isFirst).map(({ _id, name }) => ({ _id, name })), hasMore }
}

/** With the name that it is listed by. One that has no shown book any more has its last name: the list goes on after it. */
const findSeries = async (services: Services, id: string) => {
  const { rows } = await sql<{ name: string | null }>`
    select coalesce(min(series_name) filter (where ${isSeen(services)}), max(series_name)) as name
    from books where series_id = ${id}::uuid`.execute(services.db)
  const name = rows[0]?.name ?? undefined
  if (name === undefined) throw new Problem('seriesNotFound')
  return { id, name }
}
