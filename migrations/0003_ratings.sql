create table ratings (
  book_id uuid not null references books on delete cascade,
  user_id uuid not null references users on delete cascade,
  stars smallint not null check (stars between 1 and 5),
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
