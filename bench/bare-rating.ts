/** The reference: the statement of a rating through pg alone, asked as often as 16 at once can; prints how many a second. */
import pg from 'pg'
import { POOL_SIZE } from '#server/platform/database/connect.ts'

const AT_ONCE = 16
const { database, seconds, readers, books } = JSON.parse(process.env['BENCH_RATING'] ?? '') as {
  database: pg.ClientConfig
  seconds: number
  readers: string[]
  books: string[]
}

const TEXT = `
  with mine as (
    insert into ratings (book_id, user_id, stars, ranked, rated_at)
    select id, $2::uuid, $3::int, true, now() from books where id = $1::uuid and publisher_id is distinct from $2::uuid
    on conflict (book_id, user_id) do update set stars = excluded.stars, rated_at = excluded.rated_at
    returning old.stars as was, new.stars as given, new.ranked
  ), today as (
    insert into book_days as kept (book_id, day, ratings, stars)
    select $1::uuid, now()::date, 1, given from mine where was is null and ranked
    on conflict (book_id, day) do update set ratings = kept.ratings + 1, stars = kept.stars + excluded.stars
  )
  update books
  set
    rating_sum = rating_sum + given - coalesce(was, 0),
    rating_count = rating_count + (was is null)::int,
    ranked_sum = ranked_sum + case when ranked then given - coalesce(was, 0) else 0 end,
    ranked_count = ranked_count + (was is null and ranked)::int
  from mine
  where id = $1::uuid
  returning rating_sum / rating_count::float as new_rating, rating_count`

const pool = new pg.Pool({ ...database, max: POOL_SIZE })
const startedAt = performance.now()
let given = 0

const rate = async () => {
  while (performance.now() - startedAt < seconds * 1000) {
    const n = given
    given += 1
    const values = [books[n % books.length], readers[Math.floor(n / books.length) % readers.length], (n % 5) + 1]
    await pool.query({ name: 'rate', text: TEXT, values })
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, rate))
console.log(given / ((performance.now() - startedAt) / 1000))
await pool.end()
