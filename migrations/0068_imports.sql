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
