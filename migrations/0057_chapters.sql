-- The chapters that are added to a published book, which was made of a manuscript.
create table chapters (
  id uuid primary key default uuidv7(),
  book_id uuid not null references books on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  -- While it is not in the book: the key of an EPUB of it alone, which has its manuscript beside it as the file of a book has.
  pdf text,
  pdf_bytes integer check (pdf_bytes > 0),
  page_count integer check (page_count >= 1),
  manuscript_name text,
  manuscript_bytes integer check (manuscript_bytes > 0),
  -- What was changed or left out in it, in a sentence each.
  findings text[] not null default '{}',
  created_at timestamptz not null,
  -- When it becomes part of the book by itself.
  coming_at timestamptz,
  -- Why it did not, in a sentence.
  failure text,
  -- The version of the book that it came with, which may have been removed since.
  version integer check (version >= 2),
  added_at timestamptz,
  check ((pdf is null) = (added_at is not null)),
  check ((version is null) = (added_at is null)),
  check (num_nulls(pdf, pdf_bytes, page_count, manuscript_name, manuscript_bytes) in (0, 5)),
  check (coming_at is null or added_at is null),
  check (failure is null or coming_at is not null)
);

create index chapters_by_book on chapters (book_id);
create index chapters_by_pdf on chapters (pdf) where pdf is not null;
create index chapters_due on chapters (coming_at) where coming_at is not null;
