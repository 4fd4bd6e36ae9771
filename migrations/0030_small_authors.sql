-- One of the recommended places is for a book that few have seen.

-- A bit for each book of the model, by number, set if few have seen the book.
alter table recommendation_models add column little_seen bytea not null default '';

-- How often recommended books were shown and clicked, in the place for little-seen books and in the other places. Only
-- numbers: nothing says who clicked, or on what.
create table recommendation_days (
  day date primary key,
  small_shown integer not null default 0,
  other_shown integer not null default 0,
  small_clicks integer not null default 0,
  other_clicks integer not null default 0
);
