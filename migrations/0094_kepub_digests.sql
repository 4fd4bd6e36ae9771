-- By what a reading app knows a KEPUB that was made of a book's EPUB, and that EPUB.
create table kepub_digests (
  book_id uuid not null references books on delete cascade,
  content_md5 text not null check (content_md5 ~ '^[0-9a-f]{32}$'),
  epub_md5 text not null check (epub_md5 ~ '^[0-9a-f]{32}$'),
  primary key (book_id, content_md5)
);
create index kepub_digests_by_content on kepub_digests (content_md5);
