-- The last batches of invalidated tags, in a row each, which later batches overwrite. In an array in the row of
-- `cache_state`, every write of one wrote all of them again. The low fillfactor leaves room on the page for the new version
-- of a row, so that no update touches an index.
create table cache_batches (
  slot integer primary key,
  version bigint not null,
  batch jsonb not null
) with (fillfactor = 50);

alter table cache_state drop column recent;
