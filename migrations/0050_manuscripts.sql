-- A book's file can be made of a manuscript (Word or Markdown), which is stored beside it. Its name is the one that its
-- author gets it back with; the key of the file tells that of the manuscript.
alter table books
  add column manuscript_name text,
  add column manuscript_bytes integer check (manuscript_bytes > 0),
  add constraint books_manuscript_check check ((manuscript_name is null) = (manuscript_bytes is null));

alter table book_versions
  add column manuscript_name text,
  add column manuscript_bytes integer check (manuscript_bytes > 0),
  add constraint book_versions_manuscript_check check ((manuscript_name is null) = (manuscript_bytes is null));
