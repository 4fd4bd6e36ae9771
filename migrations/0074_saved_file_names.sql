-- Files are saved under a name of title and author. KOReader, set to know files by their names, knows those that were saved
-- before by the name that they had then: the names of a file are kept, the latest last. The names of uploads, which were
-- given to readers until now, are forgotten where the book is under a pen name. A book that is not out has no names: its author
-- can still choose a pen name.
alter table book_digests add column name_md5s text[] not null default '{}';

update book_digests set name_md5s = array[name_md5]
from books
where
  books.id = book_id and pen_name_id is null
  and (state in ('published', 'withdrawn') or published_at is not null);

-- Processes of the version before may still run: they read and write the column, which is used no more.
alter table book_digests
  alter column name_md5 drop not null,
  add constraint book_digests_name_md5s_check check (
    cardinality(name_md5s) <= 20 and array_to_string(name_md5s, ' ') ~ '^([0-9a-f]{32}( |$))*$'
  );

update book_digests set name_md5 = null from books where books.id = book_id and pen_name_id is not null;

create index book_digests_by_names on book_digests using gin (name_md5s) with (fastupdate = off);

drop trigger ask_for_new_digests on books;

create trigger ask_for_new_digests after update of pdf, title, author, state on books
for each row
when (old.pdf <> new.pdf or old.title <> new.title or old.author <> new.author or old.state <> new.state)
execute function ask_for_digests();

insert into books_to_digest (book_id) select id from books
on conflict (book_id) do update set changes = books_to_digest.changes + 1;
