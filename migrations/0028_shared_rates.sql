-- Calls counted for all processes together, in windows of fixed length. The keys are SHA-256 hashes: they name addresses
-- and accounts. Unlogged: a commit waits neither for the disk nor for a standby; a crash or a failover empties the table.
-- The low fillfactor leaves room on the page for the new version of the row, so no update touches the index.
create unlogged table shared_rates (
  key bytea primary key check (octet_length(key) = 32),
  count integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
