import { type Insertable, sql } from 'kysely'
import { insertBooks } from '#server/books/testing-books.ts'
import type { Books } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services.ts'
import { trainFrom } from './train-from-database.ts'

/** A training in this process: starting one of the lowest priority takes long on a busy machine. */
export const trainHere = async ({ database, invalidate }: Pick<Services, 'database' | 'invalidate'>) => {
  await trainFrom(database)
  invalidate(['lists'])
}

/** A cluster of books that the same readers like. */
export const insertBooksOf = (
  services: Services,
  name: string,
  count: number,
  values: Partial<Insertable<Books>> = {},
) =>
  insertBooks(
    services,
    Array.from({ length: count }, (_, i) => ({ title: `${name} ${i}`, author: `${name} author ${i}`, ...values })),
  )

/** Registered readers who rated these books, with the counters of the books. */
export const insertReadersWhoRated = ({ db }: Services, bookIds: string[], readers: number, stars = 5) =>
  db.transaction().execute(async (trx) => {
    // Without the triggers that compare names.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`
      with people as (
        insert into users (username, email, password_hash, verified)
        select md5(gen_random_uuid()::text), md5(gen_random_uuid()::text) || '@example.org', 'x', true
        from generate_series(1, ${readers}::int)
        returning id
      )
      insert into ratings (book_id, user_id, stars, ranked)
      select book_id, id, ${stars}::int, true from people, unnest(${bookIds}::uuid[]) as book_id`.execute(trx)
    await sql`set local session_replication_role = origin`.execute(trx)
    await sql`
      update books
      set
        rating_count = rating_count + ${readers}::int, rating_sum = rating_sum + ${readers * stars}::int,
        ranked_count = ranked_count + ${readers}::int, ranked_sum = ranked_sum + ${readers * stars}::int
      where id = any(${bookIds}::uuid[])`.execute(trx)
  })
