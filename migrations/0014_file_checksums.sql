-- What the files of a book's PDF, of a cover in all its sizes or of a profile image contained when they were written.
-- Files that were stored before this table existed get their row from the scrub.
create table file_checksums (
  name text primary key,
  -- For each file its size (4 bytes) and the first 16 bytes of its SHA-256.
  sums bytea not null check (length(sums) % 20 = 0 and length(sums) > 0),
  damaged_at timestamptz
);
create index file_checksums_damaged on file_checksums (name) where damaged_at is not null;

-- How far the scrub of all files is: it goes on where it ended, and begins again a week after it began.
create table file_scrubs (
  id boolean primary key default true check (id),
  begun_at timestamptz not null,
  after text not null,
  ended_at timestamptz
);
