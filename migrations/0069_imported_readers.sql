-- Who has written the comments and given the ratings that an export of another site brought: guests without a session, so
-- nobody can be them. An account that has none of these any more is deleted like that of a guest who no longer visits.
create table imported_readers (
  user_id uuid primary key references users (id) on delete cascade,
  -- Of the export, in which one name is one reader.
  export_id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  unique (export_id, name)
);
