-- Beside the file of a PDF its author can offer an EPUB that is made of its text view.
alter table books drop constraint books_downloads_check;
alter table books add constraint books_downloads_check check (downloads in ('none', 'with-epub'));

create index books_with_page_epub on books (id) where downloads = 'with-epub';

-- The EPUB of a book: it is offered as long as it was made of what the book is now.
create table page_epubs (
  book_id uuid primary key references books on delete cascade,
  -- The result of `page_epub_source` when it was made; null while the first one is made.
  made_of text,
  -- Of its file, if it could be made.
  key text unique,
  bytes integer check (bytes > 0),
  -- Why it could not be made.
  failure text check (failure in ('no-room', 'too-complex')),
  -- Until then a process makes it.
  claimed_until timestamptz not null default '-infinity',
  check ((key is null) = (bytes is null))
);

-- All that such an EPUB is made of, shortened: the file and the words of a book.
create function page_epub_source(book books) returns text
language sql stable parallel safe
as $$
  select md5(json_build_array(book.pdf, book.title, book.author, book.subtitle, book.caption, book.language)::text)
$$;
