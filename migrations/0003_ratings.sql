create table ratings (
  book_id uuid not null references books on delete cascade,
  user_id uuid not null references users on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  -- False while a guest gave it.
  ranked boolean not null,
  rated_at timestamptz not null default now(),
  primary key (book_id, user_id) include (stars)
);

create index ratings_by_user on ratings (user_id);

-- Readers' interest in a book, day by day: what trending and the 30-day lines are made of.
create table book_days (
  book_id uuid not null references books on delete cascade,
  day date not null,
  views integer not null default 0,
  ratings integer not null default 0,
  stars integer not null default 0,
  primary key (book_id, day)
);

create index book_days_by_day on book_days (day);

-- Ratings go with their reader, and the averages follow, whoever deletes.
create function forget_ratings() returns trigger
  language plpgsql
  as $$
begin
  update books
  set
    rating_count = books.rating_count - gone.count,
    rating_sum = books.rating_sum - gone.sum,
    ranked_count = books.ranked_count - gone.ranked,
    ranked_sum = books.ranked_sum - gone.ranked_stars
  from (
    select
      book_id,
      count(*)::int as count,
      sum(stars)::int as sum,
      (count(*) filter (where deleted.ranked))::int as ranked,
      coalesce(sum(stars) filter (where deleted.ranked), 0)::int as ranked_stars
    from deleted
    group by book_id
  ) gone
  where books.id = gone.book_id;
  return null;
end
$$;

create trigger forget_ratings
  after delete on ratings
  referencing old table as deleted
  for each statement
  execute function forget_ratings();

-- When a guest becomes a registered reader, the stars given so far begin to count in rankings.
create function rank_ratings_of(reader uuid) returns void
  language sql
  as $$
  with newly as (
    update ratings set ranked = true where user_id = reader and not ranked returning book_id, stars
  )
  update books
  set ranked_count = ranked_count + 1, ranked_sum = ranked_sum + newly.stars
  from newly
  where id = newly.book_id;
$$;
