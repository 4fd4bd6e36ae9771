-- The top-rated books of each day: a book that is listed on seven days in a row may be made premium.
create table top_rated_days (
  day date not null,
  book_id uuid not null references books on delete cascade,
  place smallint not null check (place > 0),
  primary key (day, book_id)
);

create index top_rated_days_by_book on top_rated_days (book_id, day);
