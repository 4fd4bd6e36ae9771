/** The reference: the statement of a rating through pg alone, 16 at a time. Prints the ratings a second. */
import pg from 'pg'
import { POOL_SIZE } from '#server/platform/database/connect.ts'

const CONCURRENCY = 16
const { database, seconds, readers, books } = JSON.parse(process.env['BENCH_RATING'] ?? '') as {
  database: pg.ClientConfig
  seconds: number
  readers: string[]
  books: string[]
}

const TEXT = `
  with reader as (
    select has_weight, guest from users where id = $2::uuid for key share
  ), book as (
    select id, has_weight
    from books left join reader on true
    where id = $1::uuid and publisher_id is distinct from $2::uuid
    for no key update of books
  ), weighed as materialized (
    select id, case
      when has_weight and not exists (select from ratings where book_id = $1::uuid and user_id = $2::uuid)
      then has_room_in_rankings(id, $2::uuid)
      else false
    end as ranked
    from book
  ), stored as (
    insert into ratings as existing (book_id, user_id, stars, ranked, counted_on, rated_at)
    select id, $2::uuid, $3::int, ranked, case when ranked then now()::date end, now() from weighed
    on conflict (book_id, user_id) do update
    set
      stars = excluded.stars,
      rated_at = case when existing.stars = excluded.stars then existing.rated_at else excluded.rated_at end
    returning old.stars as previous, new.stars as current, new.ranked, new.counted_on
  ), counted as (
    insert into book_days as existing (book_id, day, ratings, stars)
    select
      $1::uuid, coalesce(counted_on, now()::date),
      (previous is null)::int,
      case when ranked then current - coalesce(previous, 0) else 0 end
    from stored, reader
    where (previous is null and not guest) or (counted_on is not null and current <> previous)
    on conflict (book_id, day) do update
    set ratings = existing.ratings + excluded.ratings, stars = existing.stars + excluded.stars
  )
  update books
  set
    rating_sum = rating_sum + current - coalesce(previous, 0),
    rating_count = rating_count + (previous is null)::int,
    ranked_sum = ranked_sum + case when ranked then current - coalesce(previous, 0) else 0 end,
    ranked_count = ranked_count + (previous is null and ranked)::int
  from stored
  where id = $1::uuid
  returning rating_sum / rating_count::float as new_rating, rating_count`

const pool = new pg.Pool({ ...database, max: POOL_SIZE })
const startedAt = performance.now()
let sent = 0

const rate = async () => {
  while (performance.now() - startedAt < seconds * 1000) {
    const n = sent
    sent += 1
    const values = [books[n % books.length], readers[Math.floor(n / books.length) % readers.length], (n % 5) + 1]
    await pool.query({ name: 'rate', text: TEXT, values })
  }
}
await Promise.all(Array.from({ length: CONCURRENCY }, rate))
console.log(sent / ((performance.now() - startedAt) / 1000))
await pool.end()
