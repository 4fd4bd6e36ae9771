-- What an administrator has changed; all else is as the site comes.
create table site_settings (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);

create table app_downloads (
  day date primary key,
  count integer not null check (count > 0)
);

-- Who did what, when, and what it was before: of everything that an administrator can do.
create table audit_log (
  id uuid primary key default uuidv7(),
  admin_id uuid references users on delete set null,
  admin_name text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);

-- What the last look at all files found: one row.
create table file_checks (
  id boolean primary key default true check (id),
  at timestamptz not null,
  missing integer not null
);
