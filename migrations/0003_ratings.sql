create table ratings (
  book_id uuid not null references books on delete cascade,
  user_id uuid not null references users on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  -- Whether it counts in rankings: the ratings of guests do not.
  ranked boolean not null,
  rated_at timestamptz not null default now(),
  primary key (book_id, user_id) include (stars)
);

create index ratings_by_user on ratings (user_id);

-- Deleting a rating, also by deleting its reader, subtracts it from its book.
create function subtract_deleted_ratings() returns trigger
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
  return null;
end
$$;

create trigger subtract_deleted_ratings
  after delete on ratings
  referencing old table as deleted
  for each statement
  execute function subtract_deleted_ratings();

-- When a guest becomes a registered reader, their ratings begin to count in rankings.
create function rank_ratings_of(reader uuid) returns void
  language sql
  as $$
  with newly_ranked as (
    update ratings set ranked = true where user_id = reader and not ranked returning book_id, stars
  )
  update books
  set ranked_count = ranked_count + 1, ranked_sum = ranked_sum + newly_ranked.stars
  from newly_ranked
  where id = newly_ranked.book_id;
$$;
