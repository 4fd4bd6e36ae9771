-- Providers of log-ins by OpenID Connect, which administrators have added.
create table sign_in_providers (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,31}$'),
  -- As in ProviderSettings of the contract.
  settings jsonb not null,
  -- The client's secret, encrypted with a key of the site; null if there is none.
  secret bytea,
  key_id integer references file_keys,
  added_at timestamptz not null,
  check ((secret is null) = (key_id is null))
);

-- Which account of which provider is whose. The provider is known by its issuer.
create table sign_in_identities (
  issuer text not null check (length(issuer) <= 500),
  subject text not null check (length(subject) <= 255),
  user_id uuid not null references users on delete cascade,
  linked_at timestamptz not null,
  used_at timestamptz,
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- What was begun at a provider and did not come back yet. Each is used once.
create table sign_in_attempts (
  state_hash bytea primary key,
  -- Of the secret of the browser that has begun it.
  secret_hash bytea not null,
  provider text not null,
  purpose text not null check (purpose in ('log-in', 'link', 'confirm')),
  nonce text not null,
  verifier text not null,
  next text,
  session_id uuid references sessions on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'log-in') = (session_id is null))
);
create index sign_in_attempts_by_end on sign_in_attempts (expires_at);
create index sign_in_attempts_by_session on sign_in_attempts (session_id);

-- People who have logged in at a provider and whose account here is not known yet.
create table sign_in_tickets (
  id uuid primary key default gen_random_uuid(),
  ticket_hash bytea not null unique,
  provider text not null,
  -- What the provider has said of the person, as far as the account needs it.
  identity jsonb not null,
  next text,
  -- What the person has chosen for the new account, while a mail confirms the address.
  sign_up jsonb,
  mail_hash bytea,
  expires_at timestamptz not null
);
create index sign_in_tickets_by_end on sign_in_tickets (expires_at);

-- Which sessions a provider has opened, so that it can end them.
create table sign_in_sessions (
  session_id uuid primary key references sessions on delete cascade,
  provider text not null,
  issuer text not null,
  subject text not null,
  sid text
);
create index sign_in_sessions_by_subject on sign_in_sessions (issuer, subject);

-- Messages of log-outs that providers have sent, each of which counts once.
create table used_logout_tokens (
  issuer text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (issuer, token_hash)
);
create index used_logout_tokens_by_end on used_logout_tokens (expires_at);

-- People who log in at a provider need no password.
alter table users drop constraint users_check;
alter table users add constraint users_check check (guest or email is not null);

-- At which provider the log-in was begun whose second step this is: `provider`, `issuer`, `subject` and `sid`.
alter table factor_challenges add column sign_in jsonb;
