-- PDFs for paper that authors have made of their EPUBs: offered as long as they were made of what the book is now.
create table papers (
  book_id uuid primary key references books on delete cascade,
  size text not null check (size in ('a5', 'a4', 'six-by-nine', 'pocket')),
  opens_right boolean not null,
  crop_marks boolean not null,
  -- Whether readers may save it.
  is_offered boolean not null,
  -- The result of `paper_source` when it was made; null while the first one is made.
  made_of text,
  -- Of its file, if it could be made.
  key text unique,
  bytes integer check (bytes > 0),
  page_count integer check (page_count > 0),
  -- What it lacks of its book.
  notices text[] not null default '{}',
  -- Why it could not be made.
  failure text check (failure in ('no-room', 'too-complex', 'fixed-pages', 'empty')),
  -- Until then a process makes it.
  claimed_until timestamptz not null default '-infinity',
  check ((key is null) = (bytes is null) and (key is null) = (page_count is null))
);

-- All that such a PDF is made of, shortened: the file and the words of a book, and what its author chose.
create function paper_source(book books, paper papers) returns text
language sql stable parallel safe
as $$
  select md5(json_build_array(
    book.pdf, book.title, book.author, book.subtitle, book.language, book.year, book.licence, book.isbn,
    paper.size, paper.opens_right, paper.crop_marks
  )::text)
$$;
