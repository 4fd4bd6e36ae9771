-- All that such a PDF is made of, and by which rules: a new number has all of them made again.
create or replace function paper_source(book books, paper papers) returns text
language sql stable parallel safe
as $$
  select md5(json_build_array(
    book.pdf, book.title, book.author, book.subtitle, book.language, book.year, book.licence, book.isbn,
    paper.size, paper.opens_right, paper.crop_marks, paper.bleed, 2
  )::text)
$$;
