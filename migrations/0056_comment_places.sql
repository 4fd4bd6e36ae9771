-- A comment may be about a place: a page of the book's text, and the words there.
alter table comments
  add column page integer check (page >= 1),
  add column cfi text check (char_length(cfi) <= 1000),
  add column quote text check (char_length(quote) between 1 and 300),
  add constraint comments_place_check check (
    (page is null) = (quote is null) and (cfi is null or page is not null)
  );

create index comments_by_place on comments (book_id, id) where page is not null and not is_hidden;
