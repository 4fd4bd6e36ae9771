-- The attempts to make a backup, the latest hundred.
create table backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  -- Null while it runs, or if its server was killed.
  ended_at timestamptz,
  -- Its name in BACKUP_TO; null if no whole backup was written.
  snapshot text,
  -- What the backup has, in all: the files that earlier ones share with it are counted too.
  total_rows bigint,
  files integer,
  bytes bigint,
  is_encrypted boolean,
  -- What failed, or what was found to be damaged.
  fault text,
  -- When administrators were told of it by mail.
  told_at timestamptz
);
create index backups_by_time on backups (started_at desc);
