-- By which rules the edition of a book was made, and until when a process makes it again.
alter table book_texts
  add column edition_version integer not null default 0,
  add column edition_claimed_until timestamptz not null default '-infinity';

create index book_texts_by_edition on book_texts (edition_version, id) where book_id is not null;
