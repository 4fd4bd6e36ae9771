-- The administrators' lists: search by publisher, words of the caption and whole titles, and an index for each order.

-- The name by which administrators order books by their publisher, in the form in which names are compared. Null for
-- books of deleted accounts, which come last.
alter table books add column publisher_name text;

update books set publisher_name = same_name(username) from users where users.id = publisher_id;

create function set_publisher_name() returns trigger
  language plpgsql
  as $$
begin
  new.publisher_name := (select same_name(username) from users where id = new.publisher_id);
  return new;
end
$$;

create trigger books_publisher_name
  before insert or update of publisher_id on books
  for each row
  execute function set_publisher_name();

create function rename_publisher() returns trigger
  language plpgsql
  as $$
begin
  update books set publisher_name = same_name(new.username) where publisher_id = new.id;
  return null;
end
$$;

create trigger rename_publisher
  after update of username on users
  for each row
  when (same_name(old.username) <> same_name(new.username))
  execute function rename_publisher();

create index books_by_publisher_name on books (publisher_name, title, id) include (genre);

-- With the genre, a list of one genre is filtered without reading the rows.
drop index books_by_author;
create index books_by_author on books (author, title, id) include (genre);
drop index book_ranks_by_average;
create index book_ranks_by_average on book_ranks (average desc, book_id desc) include (genre);

-- Titles that are, or begin with, the words of a search.
create index books_by_plain_title on books (searchable(title) text_pattern_ops);
create index books_by_caption_words on books using gin (to_tsvector('simple', searchable(caption)));

-- Books whose PDF or cover the last check did not find, in place of their number.
drop table file_checks;
create table missing_files (
  book_id uuid primary key references books on delete cascade
);

create index audit_log_by_kind on audit_log (split_part(subject, ' ', 1), id);
create index audit_log_by_subject on audit_log (subject, id);
create index audit_log_by_words on audit_log using gin (lower(admin_name) gin_trgm_ops, lower(subject_name) gin_trgm_ops);

-- The six figures of the dashboard at the end of each day.
create table daily_totals (
  day date primary key,
  users integer not null,
  readers integer not null,
  authors integer not null,
  verified integer not null,
  books integer not null,
  premium integer not null
);

-- Of the days before this table existed only what is still there is known.
insert into daily_totals (day, users, readers, authors, verified, books, premium)
select
  day::date,
  (select count(*) from users where not guest and created_at < day + interval '1 day'),
  (select count(*) from users where not guest and user_type = 'reader' and created_at < day + interval '1 day'),
  (select count(*) from users where not guest and user_type = 'author' and created_at < day + interval '1 day'),
  (select count(*) from users where not guest and verified and created_at < day + interval '1 day'),
  (select count(*) from books where created_at < day + interval '1 day'),
  (select count(*) from books where is_premium and created_at < day + interval '1 day')
from generate_series(current_date - 30, current_date - 1, interval '1 day') as day;
