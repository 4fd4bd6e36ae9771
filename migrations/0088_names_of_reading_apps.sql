-- KOReader saves a file of the catalog under a name of its own, so a file has several names for each title of its book.
alter table book_digests drop constraint book_digests_name_md5s_check;
alter table book_digests add constraint book_digests_name_md5s_check check (
  cardinality(name_md5s) <= 100 and array_to_string(name_md5s, ' ') ~ '^([0-9a-f]{32}( |$))*$'
);

-- The names have the co-authors in them.
create function ask_for_digests_of_co_authors() returns trigger
language plpgsql
as $$
begin
  insert into books_to_digest as known (book_id)
  select id from books where id = coalesce(new.book_id, old.book_id)
  on conflict (book_id) do update set changes = known.changes + 1;
  return null;
end
$$;

create trigger ask_for_digests_of_co_authors after insert or delete or update of state, name on co_authors
for each row execute function ask_for_digests_of_co_authors();

create function ask_for_digests_of_renamed() returns trigger
language plpgsql
as $$
begin
  insert into books_to_digest as known (book_id)
  select book_id from co_authors where user_id = new.id and state = 'agreed'
  order by book_id
  on conflict (book_id) do update set changes = known.changes + 1;
  return null;
end
$$;

create trigger ask_for_digests_of_renamed after update of username on users
for each row when (old.username <> new.username) execute function ask_for_digests_of_renamed();

-- By what a reading app knows an EPUB that was made of a book's pages: readers still have those of before.
create table page_epub_digests (
  book_id uuid not null references books on delete cascade,
  content_md5 text not null check (content_md5 ~ '^[0-9a-f]{32}$'),
  name_md5s text[] not null check (array_to_string(name_md5s, ' ') ~ '^([0-9a-f]{32}( |$))*$'),
  -- The version of the file whose pages these are.
  version integer not null check (version >= 1),
  page_count integer not null check (page_count >= 1),
  -- Where each page begins: the part, the elements before it by their names, and the name of the one that it begins with.
  page_marks jsonb not null,
  made_at timestamptz not null default now(),
  primary key (book_id, content_md5)
);

create index page_epub_digests_by_content on page_epub_digests (content_md5);
create index page_epub_digests_by_names on page_epub_digests using gin (name_md5s) with (fastupdate = off);

-- A place that came late, from the queue of a device: somebody has read on elsewhere, which the device was not told yet.
alter table kosync_places add column is_late boolean not null default false;

insert into books_to_digest (book_id) select id from books
on conflict (book_id) do update set changes = books_to_digest.changes + 1;
