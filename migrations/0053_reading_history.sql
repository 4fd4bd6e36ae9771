-- The words of a mark, the note and what is quoted, as a search compares them.
create function mark_words(content jsonb) returns text
  language sql immutable strict parallel safe
return searchable(
  coalesce(content ->> 'note', '') || ' '
  || coalesce((select string_agg(anchor ->> 'exact', ' ') from jsonb_array_elements(content -> 'anchors') as anchor), '')
);

-- What the list of a person's marks in all books is ordered and filtered by. Null where the mark was deleted.
alter table marks
  add column made_at text collate "C" generated always as (content ->> 'createdAt') stored,
  add column page integer generated always as ((content -> 'anchors' -> 0 ->> 'page')::integer) stored,
  add column start_at integer generated always as ((content -> 'anchors' -> 0 ->> 'start')::integer) stored,
  add column color text generated always as (content ->> 'color') stored,
  add column has_note boolean generated always as (content ->> 'note' <> '') stored,
  add column words text generated always as (mark_words(content)) stored;

create index marks_by_date on marks (user_id, made_at desc, book_id, id) include (color, has_note)
  where content is not null;
create index marks_by_place on marks (user_id, book_id, page, start_at, id) include (color, has_note)
  where content is not null;

-- How long a person read in a book on a day of their own time zone. It stays when the book is deleted.
create table reading_days (
  user_id uuid not null references users on delete cascade,
  day date not null,
  book_id uuid not null,
  seconds integer not null check (seconds >= 0),
  pages integer not null check (pages >= 0),
  -- They came to its end for the first time.
  is_finished boolean not null default false,
  primary key (user_id, day, book_id)
) with (fillfactor = 85);

-- What a person chose for their history; a person without a row has a history and no goal.
create table reading_histories (
  user_id uuid primary key references users on delete cascade,
  is_kept boolean not null default true,
  -- What was read before is not counted: it was deleted, or the history was off.
  since timestamptz not null,
  goal text check (goal in ('minutes', 'books')),
  goal_amount integer check (goal_amount between 1 and 1440),
  check ((goal is null) = (goal_amount is null))
);

-- When the reader turned to the page, by their own device. Null while they have no history.
alter table device_positions add column turned_at timestamptz;
