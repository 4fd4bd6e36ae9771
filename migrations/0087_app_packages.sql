-- The key that the site's Android app is signed with: the one that the site has made, and one that an administrator has
-- brought, which is used instead. An app is only updated by one of the same key.
create table app_keys (
  source text primary key check (source in ('made', 'brought')),
  -- Encrypted with a key of the site.
  private_key bytea not null,
  key_id integer not null references file_keys,
  certificate bytea not null,
  created_at timestamptz not null default now()
);

-- Pictures of the app, instead of those of its template.
create table app_icons (
  name text not null,
  density text not null,
  png bytea not null,
  primary key (name, density)
);

-- The app that is offered: the last one that the site has made.
create table app_packages (
  version_code integer primary key,
  -- A hash of all that it was made from.
  made_from text not null,
  package_id text not null,
  apk bytea not null,
  sha256 text not null,
  certificate_sha256 text not null,
  made_at timestamptz not null default now()
);

-- Why the last build of the app failed: one row, or none.
create table app_faults (
  id boolean primary key default true check (id),
  fault text not null,
  failed_at timestamptz not null default now()
);
