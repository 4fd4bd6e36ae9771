-- Two names are the same name when they differ in case or Unicode form alone.
create function same_name(name text) returns text
  language sql immutable strict parallel safe
  return lower(normalize(name, nfkc));

create table users (
  id uuid primary key default uuidv7(),
  username text not null check (char_length(username) between 4 and 32),
  email text check (email = lower(email) and char_length(email) between 3 and 254),
  password_hash text,
  user_type text not null default 'reader' check (user_type in ('reader', 'author', 'admin')),
  verified boolean not null default false,
  guest boolean not null default false,
  sex text check (sex in ('Male', 'Female', 'Other', 'Prefer not to say')),
  profile_image text,
  created_at timestamptz not null default now(),
  check (guest or (email is not null and password_hash is not null)),
  check (not verified or email is not null)
);

create unique index users_by_username on users (same_name(username));
create unique index users_by_email on users (email);

-- The token itself is known to its bearer alone.
create table sessions (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null,
  used_at timestamptz not null
);

create index sessions_by_user on sessions (user_id);

-- Single use: a token is deleted when it is used, and by the next one of its kind.
create table mail_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  expires_at timestamptz not null,
  unique (user_id, purpose)
);
