-- What recommendations are computed from. The model is written by a job as a new version, which counts once it has its
-- row in recommendation_models; the one before it is still read by requests that began earlier.
create table recommendation_models (
  version integer primary key,
  trained_at timestamptz not null,
  books integer not null,
  ratings integer not null,
  -- The books with the most readers, by number, and their share of the readers of the first: int4 and float4 arrays in
  -- little-endian order, which are read about fifty times as fast as array literals.
  popular bytea not null,
  popularity bytea not null
);

create sequence recommendation_versions as integer;

-- What a rating of this book says for other books, by number. Without foreign keys: a million books are written at once,
-- and rows of deleted books are never read, because every reader joins them with books.
create table recommendation_influences (
  version integer not null,
  number integer not null,
  book_id uuid not null,
  targets bytea not null,
  weights bytea not null,
  primary key (version, book_id)
);

create unique index recommendation_influences_by_number on recommendation_influences (version, number) include (book_id);

-- Compressing short arrays of numbers costs time and saves nothing.
alter table recommendation_influences alter column targets set storage external, alter column weights set storage external;

-- 'Not for me'.
create table dismissed_books (
  user_id uuid not null references users on delete cascade,
  book_id uuid not null references books on delete cascade,
  dismissed_at timestamptz not null,
  primary key (user_id, book_id)
);

create index dismissed_books_by_book on dismissed_books (book_id);
