-- What members are told of, written in the transaction that causes it. A job makes the notices of those whom it concerns:
-- `audience` and `told_until` are how far it is, stored with each portion of them.
create table notice_events (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('published', 'version', 'premium', 'rated', 'commented', 'reply', 'report')),
  book_id uuid references books (id) on delete cascade,
  comment_id uuid references comments (id) on delete cascade,
  case_id uuid references report_cases (id) on delete cascade,
  -- The round of the case.
  round integer,
  -- Who caused it and is told nothing; any id, so that the deletion of an account waits for no job.
  actor_id uuid,
  -- Versions, ratings and comments of a book are one event a day.
  day date,
  ratings integer,
  -- How often it was told from the beginning.
  occurrences integer not null default 1,
  at timestamptz not null,
  audience smallint not null default 0,
  told_until uuid,
  is_done boolean not null default false,
  check ((kind = 'report') = (book_id is null)),
  check ((kind = 'report') = (case_id is not null)),
  check ((kind = 'reply') = (comment_id is not null)),
  check ((kind in ('version', 'rated', 'commented')) = (day is not null))
);

create index notice_events_waiting on notice_events (id) where not is_done;
create unique index notice_events_by_day on notice_events (book_id, day, kind) where day is not null;
create index notice_events_by_book on notice_events (book_id) where book_id is not null;
create index notice_events_by_comment on notice_events (comment_id) where comment_id is not null;
create index notice_events_by_case on notice_events (case_id) where case_id is not null;
create index notice_events_by_age on notice_events (at);

create table notices (
  user_id uuid not null references users (id) on delete cascade,
  event_id uuid not null references notice_events (id) on delete cascade,
  kind text not null check (kind in (
    'author', 'series', 'tag', 'genre', 'version', 'reply', 'report', 'rated', 'commented', 'premium'
  )),
  read_at timestamptz,
  awaits_mail boolean not null default false,
  primary key (user_id, event_id)
);

create index notices_unread on notices (user_id, event_id) where read_at is null;
create index notices_by_event on notices (event_id);
create index notices_awaiting_mail on notices (user_id) where awaits_mail;
create index notices_by_reading on notices (read_at) where read_at is not null;

-- How a member wants to be told of a kind, where that is not what the kind begins with.
create table notice_settings (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  how text not null check (how in ('off', 'inbox', 'mail', 'daily', 'weekly')),
  primary key (user_id, kind)
);

-- The readers of a book are told in the order of their ids.
drop index reading_positions_by_book;
create index reading_positions_by_book on reading_positions (book_id, user_id);
