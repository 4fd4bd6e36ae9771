-- The form in which usernames are compared: letter case and Unicode form make no difference.
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
  -- On an account whose address is not verified yet: the guest account that is merged into it on verification.
  guest_id uuid unique references users on delete set null,
  sex text check (sex in ('Male', 'Female', 'Other', 'Prefer not to say')),
  profile_image text,
  weekly_mail boolean not null default false,
  -- The last edition of the weekly mail that was sent to this user, or that was out already when they subscribed.
  weekly_edition timestamptz,
  created_at timestamptz not null default now(),
  -- See increment_version().
  version integer not null default 1,
  check (guest or (email is not null and password_hash is not null)),
  check (not verified or email is not null),
  constraint users_weekly_mail_check check (not weekly_mail or (verified and not guest and weekly_edition is not null))
);

create unique index users_by_username on users (same_name(username));
create index users_unverified on users (created_at) where not verified;
create index users_weekly on users (id) where weekly_mail;

-- The administrators' list of users: its orders and its search. Included columns make index-only scans possible.
create unique index users_by_email on users (email) include (id);
create index users_by_age on users (created_at desc, id desc) where not guest;
create index users_by_name on users (same_name(username)) include (username, id) where not guest;
create index users_by_type on users (user_type, same_name(username)) include (username, id) where not guest;
create index users_by_words on users using gin (lower(username) gin_trgm_ops, email gin_trgm_ops) where not guest;

create trigger users_increment_version
  before update of username, email, user_type on users
  for each row
  when ((old.username, old.email, old.user_type) is distinct from (new.username, new.email, new.user_type))
  execute function increment_version();

create function count_users() returns trigger
  language plpgsql
  as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into counters (name, label, change)
  select 'users', user_type, sign * count(*) from changed where not guest group by user_type
  union all
  select 'verified users', '', sign * count(*) from changed where not guest and verified having count(*) > 0;
  return null;
end
$$;

create trigger count_inserted_users
  after insert on users
  referencing new table as changed
  for each statement
  execute function count_users();

create trigger count_deleted_users
  after delete on users
  referencing old table as changed
  for each statement
  execute function count_users();

create function count_updated_user() returns trigger
  language plpgsql
  as $$
begin
  insert into counters (name, label, change)
  select name, label, change from (values
    ('users', old.user_type, case when old.guest then 0 else -1 end),
    ('users', new.user_type, case when new.guest then 0 else 1 end),
    ('verified users', '', (new.verified and not new.guest)::int - (old.verified and not old.guest)::int)
  ) as changes (name, label, change)
  where change <> 0;
  return null;
end
$$;

create trigger count_updated_users
  after update of user_type, verified, guest on users
  for each row
  when ((old.user_type, old.verified, old.guest) is distinct from (new.user_type, new.verified, new.guest))
  execute function count_updated_user();

-- Only the hash of a session token is stored.
create table sessions (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null,
  used_at timestamptz not null
);

create index sessions_by_user on sessions (user_id);

-- Single-use tokens of verification and reset mails. A new token of the same purpose replaces the one before.
create table mail_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  expires_at timestamptz not null,
  unique (user_id, purpose)
);
