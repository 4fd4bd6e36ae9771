import { sql } from 'kysely'
import type { Services } from '#server/platform/services.ts'

/** Puts so many of the oldest books on each shelf of a reader, and as many into one list. Returns the list. */
export const fillShelves = async (
  { db }: Pick<Services, 'db'>,
  { userId, books }: { userId: string; books: number },
): Promise<string> => {
  const numbered = sql`(
    select id, page_count, row_number() over (order by md5(id::text)) as n from (
      select id, page_count from books order by id limit ${books}
    ) as oldest
  ) as numbered`
  await sql`
    insert into shelved_books (user_id, book_id, is_wanted, want_changed_at, place, finished_at, finish_changed_at)
    select ${userId}::uuid, id, true, now() + interval '1 second', n, now() - n * interval '1 day', now() from ${numbered}`.execute(
    db,
  )
  await sql`
    insert into ratings (book_id, user_id, stars, ranked)
    select id, ${userId}::uuid, n % 5 + 1, false from ${numbered} on conflict do nothing`.execute(db)
  await sql`
    insert into reading_positions (user_id, book_id, version, page, device_id, read_at)
    select ${userId}::uuid, id, 1, 1, gen_random_uuid(), now() - n * interval '1 minute'
    from ${numbered} on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: string }>`
    insert into lists (user_id, name, visibility, created_at, changed_at)
    values (${userId}::uuid, 'All of them', 'public', now(), now()) returning id`.execute(db)
  const list = rows[0]?.id ?? ''
  await sql`
    insert into list_books (list_id, book_id, place, added_at) select ${list}::uuid, id, n, now() from ${numbered}`.execute(
    db,
  )
  return list
}
