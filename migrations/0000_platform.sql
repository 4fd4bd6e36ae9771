create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- One row. `version` rises with each write that invalidates cached responses; `recent` holds the tags of the last ones.
-- The low fillfactor leaves room on the page for the new version of the row, so no update touches an index.
create table cache_state (
  id boolean primary key default true check (id),
  version bigint not null default 0,
  recent text[] not null default '{}'
) with (fillfactor = 10);

insert into cache_state default values;

-- Row counts, maintained by triggers: each count is the sum of the changes of one name and label. Triggers only append
-- rows, so concurrent writers never wait for each other; an hourly job compacts the table (server/admin/counters.ts).
--   'books'           by genre
--   'users'           by user type, without guests
--   'verified users'  without guests
create table counters (
  name text not null,
  label text not null default '',
  change integer not null
);

create index counters_by_name on counters (name, label) include (change);

-- Optimistic locking: the version of a row rises with each change that an administrator could make to it.
create function increment_version() returns trigger
  language plpgsql
  as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
