-- One row: `version` rises with each write that invalidates cached responses, `recent` holds the tags of the last ones.
-- The low fillfactor leaves room on the page for the new version of the row, so no update touches an index.
create table cache_state (
  id boolean primary key default true check (id),
  version bigint not null default 0,
  recent text[] not null default '{}'
) with (fillfactor = 10);

insert into cache_state default values;
