-- The network from which a session began, shortened: never a whole address. Empty for older sessions.
alter table sessions add column network text not null default '';

-- The devices from which somebody has logged in to an account, as hashes. A login from another one is mailed to the owner.
create table login_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null check (octet_length(device_hash) = 32),
  used_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- An address that the owner of an account wants to change to and has not confirmed yet.
create table email_changes (
  user_id uuid primary key references users on delete cascade,
  new_email text not null check (new_email = lower(new_email) and char_length(new_email) between 3 and 254),
  -- The session that requested the change, which does not end with it.
  session_id uuid references sessions on delete set null,
  requested_at timestamptz not null,
  -- Of the link in the mail, once that is sent.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null
);

-- What happened to the access to an account, for its owner; without an account, to the whole site.
create table security_events (
  id uuid primary key default uuidv7(),
  user_id uuid references users on delete cascade,
  kind text not null check (char_length(kind) <= 40),
  at timestamptz not null default now(),
  device text not null default '',
  network text not null default '',
  -- How often it happened in the period, for what is counted.
  count integer not null default 1,
  period timestamptz
);

create unique index security_events_by_period on security_events (user_id, kind, period) where period is not null;
create index security_events_by_user on security_events (user_id, at desc, id desc);
create index security_events_by_age on security_events (at);

-- The latest 200 events of each account are stored.
create function delete_surplus_security_events() returns trigger
  language plpgsql
  as $$
begin
  delete from security_events where id in (
    select id from security_events where user_id = new.user_id order by at desc, id desc offset 200
  );
  return null;
end
$$;

create trigger security_events_delete_surplus
  after insert on security_events
  for each row
  when (new.user_id is not null)
  execute function delete_surplus_security_events();
