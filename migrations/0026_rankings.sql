-- Whether the ratings of an account count in rankings: a job decides it when a verified account is seven days old.
alter table users add column has_weight boolean not null default false;

update users set has_weight = true where verified and not guest and created_at <= now() - interval '7 days';

create index users_without_weight on users (created_at) where verified and not guest and not has_weight;

-- The day of book_days whose stars have those of a ranked rating, so that they can be changed and subtracted there.
alter table ratings add column counted_on date;

update ratings set counted_on = rated_at::date where ranked and rated_at > now() - interval '31 days';

-- Ids are UUIDs of version 7, which begin with the time: the accounts of one day are a range of the primary key of ratings.
create function first_id_of_day(id uuid, day_offset integer) returns uuid
  language sql immutable strict parallel safe
  return rpad(
    lpad(
      to_hex((
        extract(epoch from date_trunc('day', uuid_extract_timestamp(id), 'UTC') + day_offset * interval '24 hours') * 1000
      )::bigint),
      12,
      '0'
    ),
    32,
    '0'
  )::uuid;

-- Accounts that were created on one day count at most three times for one book. The caller has locked the book.
create function has_room_in_rankings(book uuid, reader uuid) returns boolean
  language plpgsql
  as $$
begin
  return (
    select count(*) < 3
    from (
      select from ratings
      where book_id = book
        and user_id >= first_id_of_day(reader, 0)
        and user_id < first_id_of_day(reader, 1)
        and ranked
      limit 3
    ) as of_the_same_day
  );
end
$$;

-- From now on the ratings of this account count in rankings.
create or replace function rank_ratings_of(reader uuid) returns void
  language plpgsql
  as $$
begin
  -- Ratings lock their account for key share: none is added meanwhile that does not count.
  perform from users where id = reader and not has_weight for update;
  if not found then
    return;
  end if;
  update users set has_weight = true where id = reader;
  perform from books
  where id in (select book_id from ratings where user_id = reader and not ranked)
  order by id
  for no key update;
  with newly_ranked as (
    update ratings set ranked = true, counted_on = rated_at::date
    where user_id = reader and not ranked and has_room_in_rankings(book_id, reader)
    returning book_id, stars, counted_on
  ), counted as (
    insert into book_days as existing (book_id, day, stars)
    select book_id, counted_on, stars from newly_ranked
    on conflict (book_id, day) do update set stars = existing.stars + excluded.stars
  )
  update books
  set ranked_count = ranked_count + 1, ranked_sum = ranked_sum + newly_ranked.stars
  from newly_ranked
  where id = newly_ranked.book_id;
end
$$;

create or replace function subtract_deleted_ratings() returns trigger
  language plpgsql
  as $$
begin
  update books
  set
    rating_count = books.rating_count - totals.count,
    rating_sum = books.rating_sum - totals.sum,
    ranked_count = books.ranked_count - totals.ranked_count,
    ranked_sum = books.ranked_sum - totals.ranked_sum
  from (
    select
      book_id,
      count(*)::int as count,
      sum(stars)::int as sum,
      (count(*) filter (where deleted.ranked))::int as ranked_count,
      coalesce(sum(stars) filter (where deleted.ranked), 0)::int as ranked_sum
    from deleted
    group by book_id
  ) totals
  where books.id = totals.book_id;
  update book_days
  set stars = greatest(book_days.stars - totals.sum, 0)
  from (
    select book_id, counted_on, sum(stars)::int as sum
    from deleted
    where counted_on is not null
    group by book_id, counted_on
  ) totals
  where book_days.book_id = totals.book_id and day = totals.counted_on;
  return null;
end
$$;

-- The ratings of accounts that are younger than seven days now count later.
with unranked as (
  update ratings set ranked = false, counted_on = null
  from users
  where users.id = user_id and ranked and not has_weight
  returning book_id, stars, old.counted_on
), uncounted as (
  update book_days
  set stars = greatest(book_days.stars - totals.sum, 0)
  from (select book_id, counted_on, sum(stars)::int as sum from unranked group by book_id, counted_on) as totals
  where book_days.book_id = totals.book_id and day = totals.counted_on
), totals as (
  select book_id, count(*)::int as count, sum(stars)::int as sum from unranked group by book_id
)
update books
set ranked_count = ranked_count - totals.count, ranked_sum = ranked_sum - totals.sum
from totals
where id = totals.book_id;

-- The days on which top-rated was recorded, also those without a rated book.
create table top_rated_records (
  day date primary key
);

insert into top_rated_records select distinct day from top_rated_days;
