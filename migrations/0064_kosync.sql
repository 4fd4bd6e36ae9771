-- By what a reading app knows a file of a book: KOReader's digest of its content, or of its name. Of each version, also
-- of one that was removed: readers still have its file.
create table book_digests (
  book_id uuid not null references books on delete cascade,
  version integer not null check (version >= 1),
  -- The key of the file that this was read from.
  pdf text not null,
  -- Null where the file could not be read.
  content_md5 text check (content_md5 ~ '^[0-9a-f]{32}$'),
  name_md5 text not null check (name_md5 ~ '^[0-9a-f]{32}$'),
  page_count integer not null check (page_count >= 1),
  -- Of each chapter of an EPUB: its number in the spine, from 1, and its first page.
  spine integer[] not null default '{}',
  first_pages integer[] not null default '{}',
  primary key (book_id, version),
  check (cardinality(spine) = cardinality(first_pages))
);

create index book_digests_by_content on book_digests (content_md5);
create index book_digests_by_name on book_digests (name_md5);

-- Where a person is in each document of their reading apps, as the app said it. Most are no books of this library.
create table kosync_places (
  user_id uuid not null references users on delete cascade,
  document text not null check (char_length(document) between 1 and 64),
  progress text not null check (char_length(progress) between 1 and 1000),
  percentage double precision not null check (percentage between 0 and 1),
  device text not null check (char_length(device) <= 100),
  device_id text not null check (char_length(device_id) <= 100),
  saved_at timestamptz not null,
  primary key (user_id, document)
);

create index kosync_places_by_age on kosync_places (user_id, saved_at desc);
