-- Imported books whose cover is still to be made. Until then they have a plain one, which books of a genre share.
create table pending_covers (
  book_id uuid primary key references books on delete cascade,
  -- The hash of the plain cover: a book that has another by now keeps it.
  plain text not null,
  choice text not null check (choice in ('image', 'first-page', 'series')),
  -- The picture that the cover is made of.
  picture bytea,
  claimed_until timestamptz not null default '-infinity',
  tries integer not null default 0,
  check ((choice = 'image') = (picture is not null))
);

alter table pending_covers alter column picture set storage external;

-- Imports that administrators begin, one at a time in all processes.
create table imports (
  id uuid primary key default uuidv7(),
  made_at timestamptz not null,
  publisher_id uuid not null references users on delete cascade,
  -- Of the archive or the folder.
  name text not null,
  -- Below IMPORT_FROM; null for an archive, which is in the data folder.
  folder text,
  rights text check (rights in ('own', 'free')),
  draws_covers boolean not null,
  adds_duplicates boolean not null,
  state text not null check (state in ('looking', 'ready', 'importing', 'stopped', 'done', 'failed')),
  -- It ends after the books in hand.
  stops boolean not null default false,
  -- The process that runs it renews this; after it another one goes on.
  claimed_until timestamptz not null default '-infinity',
  progress jsonb not null default '{}',
  failure text,
  -- The file name of the newest one.
  report text
);

create index imports_by_publisher on imports (publisher_id);
