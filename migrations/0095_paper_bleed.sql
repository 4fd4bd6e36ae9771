-- Whether pictures that have a page of their own run beyond the edge at which it is cut.
alter table papers add column bleed boolean not null default false;

-- All that such a PDF is made of. Those that were made before are made again.
create or replace function paper_source(book books, paper papers) returns text
language sql stable parallel safe
as $$
  select md5(json_build_array(
    book.pdf, book.title, book.author, book.subtitle, book.language, book.year, book.licence, book.isbn,
    paper.size, paper.opens_right, paper.crop_marks, paper.bleed
  )::text)
$$;
