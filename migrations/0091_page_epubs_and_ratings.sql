-- An EPUB of pages says what the catalog says of its book, and has its cover. All are made again.
create or replace function page_epub_source(book books) returns text
language sql stable parallel safe
as $$
  select md5(json_build_array(
    book.pdf, book.title, book.author, book.subtitle, book.caption, book.language, book.cover, book.series_name,
    book.series_number, book.isbn, book.tags, book.year, book.licence,
    (select username from users where users.id = book.publisher_id and book.pen_name_id is null),
    (
      select json_agg(coalesce(co_authors.name, users.username) order by co_authors.place, co_authors.id)
      from co_authors left join users on users.id = co_authors.user_id
      where co_authors.book_id = book.id and co_authors.state in ('named', 'agreed')
    )
  )::text)
$$;

-- The ratings of somebody whose contents are hidden count nowhere, as long as they are.
alter table users add column ratings_are_hidden boolean not null default false;
alter table ratings add column is_hidden boolean not null default false check (not (is_hidden and ranked));

-- The stars of a book are counted by its index.
alter table ratings drop constraint ratings_pkey;
alter table ratings add constraint ratings_pkey primary key (book_id, user_id) include (stars, is_hidden);

-- The caller has locked the account for update, so that no rating is added meanwhile, and then the books.
create function hide_or_show_ratings(reader uuid) returns setof uuid
language plpgsql
as $$
declare
  hides boolean := exists (select from hidings where user_id = reader);
  has_weight boolean;
begin
  update users set ratings_are_hidden = hides where id = reader and ratings_are_hidden <> hides
  returning users.has_weight into has_weight;
  if not found then
    return;
  end if;
  return query
  with weighed as materialized (
    select book_id, not hides and has_weight and has_room_in_rankings(book_id, reader) as ranked
    from ratings
    where user_id = reader and is_hidden <> hides
  ), changed as (
    update ratings
    set
      is_hidden = hides, ranked = weighed.ranked,
      counted_on = case when weighed.ranked then rated_at::date end
    from weighed
    where ratings.book_id = weighed.book_id and user_id = reader
    returning
      new.book_id, new.stars, old.ranked as was_ranked, new.ranked as is_ranked, old.counted_on as earlier_day,
      new.counted_on as day
  ), subtracted as (
    update book_days set stars = greatest(book_days.stars - changed.stars, 0)
    from changed
    where book_days.book_id = changed.book_id and book_days.day = changed.earlier_day
  ), added as (
    insert into book_days as existing (book_id, day, stars)
    select changed.book_id, changed.day, changed.stars from changed where changed.day is not null
    on conflict (book_id, day) do update set stars = existing.stars + excluded.stars
  )
  update books
  set
    rating_count = rating_count + case when hides then -1 else 1 end,
    rating_sum = rating_sum + case when hides then -changed.stars else changed.stars end,
    ranked_count = ranked_count + is_ranked::int - was_ranked::int,
    ranked_sum = ranked_sum + changed.stars * (is_ranked::int - was_ranked::int)
  from changed
  where books.id = changed.book_id
  returning books.id;
end
$$;

-- Of hidden ratings nothing was counted.
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
    where not is_hidden
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
  where id in (select book_id from ratings where user_id = reader and not ranked and not is_hidden)
  order by id
  for no key update;
  with newly_ranked as (
    update ratings set ranked = true, counted_on = rated_at::date
    where user_id = reader and not ranked and not is_hidden and has_room_in_rankings(book_id, reader)
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

select hide_or_show_ratings(user_id) from hidings where user_id is not null;
