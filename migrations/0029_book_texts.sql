-- The text view: the text of a PDF as headings and paragraphs, made after its pages have been read.

-- `view_measure` is how well the file's text can be read, null where it could not be read at all.
alter table book_texts
  add column view_is_made boolean not null default false,
  -- Until then a process makes it.
  add column view_claimed_until timestamptz not null default '-infinity',
  add column view_measure jsonb,
  add column has_view boolean not null default false;

create index book_texts_without_view on book_texts (id) where not view_is_made;

-- The blocks of some pages, up to the next part. They are sent as they are.
create table text_view_parts (
  text_id integer not null references book_texts on delete cascade,
  first_page integer not null,
  blocks json not null,
  primary key (text_id, first_page)
);
