-- What authors see of a day of their book, without what its publisher, moderators and administrators do. `opened` are those
-- of `views` that count, `rated` and `rated_stars` the ratings of that day as they are now.
alter table book_days
  add column opened integer not null default 0,
  add column readers integer not null default 0,
  add column finished integer not null default 0,
  add column downloads integer not null default 0,
  add column rated integer not null default 0,
  add column rated_stars integer not null default 0;

insert into book_days as existing (book_id, day, rated, rated_stars)
select book_id, (rated_at at time zone 'UTC')::date, count(*), sum(stars)
from ratings join users on users.id = user_id
where user_type not in ('moderator', 'admin')
group by 1, 2
on conflict (book_id, day) do update set rated = excluded.rated, rated_stars = excluded.rated_stars;

-- The first day on which all of these are counted; before it there are views and ratings.
create table figures_start (
  day date primary key
);
insert into figures_start select (now() at time zone 'UTC')::date;

-- Openings of a book by readers who came from another site, by month and host. With an empty host those beyond the first hosts.
create table book_sources (
  book_id uuid not null references books on delete cascade,
  month date not null,
  host text not null check (char_length(host) <= 253),
  count integer not null,
  primary key (book_id, month, host)
);

-- How far the readers of a book had come at a time: how many have their furthest page in each twentieth of it.
create table book_reach (
  book_id uuid primary key references books on delete cascade,
  looked_at timestamptz not null,
  taken_at timestamptz,
  furthest integer[] check (cardinality(furthest) = 20),
  check ((taken_at is null) = (furthest is null))
);
