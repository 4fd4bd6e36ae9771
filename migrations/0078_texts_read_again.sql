-- By which rules the words of a book were read, and until when a process reads them again.
alter table book_texts
  add column text_version integer not null default 0,
  add column reread_claimed_until timestamptz not null default '-infinity';

create index book_texts_by_version on book_texts (text_version, id) where book_id is not null and is_read;

-- The words of pages with their places, in groups of pages: what readers see, search and mark.
create table page_readings (
  text_id integer not null references book_texts on delete cascade,
  first_page integer not null,
  pages json not null,
  primary key (text_id, first_page)
);
