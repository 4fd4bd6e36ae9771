-- Where a book lies open for a reader, whichever device it was read on.
create table readings (
  user_id uuid not null references users on delete cascade,
  book_id uuid not null references books on delete cascade,
  -- Rises with each change: a device says which one its reader has seen.
  version integer not null check (version >= 1),
  page integer not null check (page >= 1),
  device_id uuid not null,
  read_at timestamptz not null,
  primary key (user_id, book_id)
);

create index readings_by_age on readings (user_id, read_at desc, book_id);
create index readings_by_book on readings (book_id);

-- Where each device of a reader stands by itself: no device writes over another's.
create table reading_places (
  user_id uuid not null,
  book_id uuid not null,
  device_id uuid not null,
  device_name text not null check (char_length(device_name) between 1 and 40),
  page integer not null check (page >= 1),
  furthest integer not null check (furthest >= page),
  -- Counted by the device: what arrives late changes nothing.
  step bigint not null check (step >= 1),
  read_at timestamptz not null,
  primary key (user_id, book_id, device_id),
  foreign key (user_id, book_id) references readings on delete cascade
);
