-- Settings that an administrator has changed; every other setting has its default.
create table site_settings (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);

create table app_downloads (
  day date primary key,
  count integer not null check (count > 0)
);

-- One row: the result of the last check that every book has its files.
create table file_checks (
  id boolean primary key default true check (id),
  at timestamptz not null,
  missing integer not null
);

-- While registration is by invitation only, each code lets one person register.
create table invitations (
  code text primary key check (code ~ '^[A-Z2-9]{10}$'),
  note text not null check (char_length(note) <= 80),
  made_by uuid references users on delete set null,
  made_at timestamptz not null,
  used_by uuid references users on delete set null,
  used_at timestamptz,
  check (used_by is null or used_at is not null)
);

create index invitations_by_age on invitations (made_at desc, code);
create index invitations_by_maker on invitations (made_by);
create index invitations_by_user on invitations (used_by);
