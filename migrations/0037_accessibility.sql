-- What a book says of its accessibility, as contract/accessibility.ts has it, and the filters of the library that it is
-- found by. Of a PDF nothing is known.
alter table books
  add column accessibility jsonb,
  add column access text[] not null default '{}';

create index books_by_access on books using gin (access) where access <> '{}' and not is_hidden;
