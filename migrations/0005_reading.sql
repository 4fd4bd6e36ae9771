-- The page at which a reader continues a book, whichever device it was read on.
create table reading_positions (
  user_id uuid not null references users on delete cascade,
  book_id uuid not null references books on delete cascade,
  -- Rises with each change. A device sends the version that it has seen.
  version integer not null check (version >= 1),
  page integer not null check (page >= 1),
  device_id uuid not null,
  read_at timestamptz not null,
  primary key (user_id, book_id)
);

create index reading_positions_by_age on reading_positions (user_id, read_at desc, book_id);
create index reading_positions_by_book on reading_positions (book_id);

-- The page on each device of a reader: no device overwrites the page of another.
create table device_positions (
  user_id uuid not null,
  book_id uuid not null,
  device_id uuid not null,
  device_name text not null check (char_length(device_name) between 1 and 40),
  page integer not null check (page >= 1),
  furthest integer not null check (furthest >= page),
  -- A sequence number of the device: an update that arrives late changes nothing.
  step bigint not null check (step >= 1),
  read_at timestamptz not null,
  primary key (user_id, book_id, device_id),
  foreign key (user_id, book_id) references reading_positions on delete cascade
);
