-- Where in a book a report says that something is: its page, and in an EPUB the place on it and the words there.
alter table reports
  add column page integer check (page >= 1),
  add column cfi text check (char_length(cfi) <= 1000),
  add column quote text check (char_length(quote) between 1 and 200);
