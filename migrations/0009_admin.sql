-- Every action of an administrator, with the values before and after it.
create table audit_log (
  id uuid primary key default uuidv7(),
  admin_id uuid references users on delete set null,
  admin_name text not null,
  action text not null,
  -- Kind and id, like `book 0198…`.
  subject text not null,
  -- The name at that time, for readers of the log after the subject is deleted.
  subject_name text not null default '',
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);
