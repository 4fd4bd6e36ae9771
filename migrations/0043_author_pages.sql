-- What an account says on its author's page.
alter table users
  add column about text check (char_length(about) between 1 and 500),
  add column links text[] not null default '{}' check (cardinality(links) <= 5);

-- The books by a name, newest first. Included are the columns of the expression and of what the page groups by.
create index books_by_author_name on books (same_name(author), created_at desc, id desc)
  include (author, publisher_name, series_id) where not is_hidden;
