-- Second factors of accounts: authenticator apps, passkeys and recovery codes.

-- When the password or a factor was last given in a session, and whether a second factor was.
alter table sessions
  add column confirmed_at timestamptz not null default now(),
  add column has_shown_factor boolean not null default false;

update sessions set confirmed_at = created_at;

-- The secret shared with an authenticator app: nonce, ciphertext and tag of AES-256-GCM, with a key that is derived from
-- the one in file_keys.
create table totp_factors (
  user_id uuid primary key references users on delete cascade,
  key_id integer not null references file_keys,
  secret bytea not null check (octet_length(secret) = 48),
  -- Null until a code has confirmed that the app has the secret.
  confirmed_at timestamptz,
  -- The period of 30 seconds of the last accepted code: no code of it or of an earlier one is accepted again.
  last_step bigint not null default 0
);

create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the authenticator has signed, as far as it counts.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);

create index passkeys_by_user on passkeys (user_id);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);

-- What a second step of a login or a passkey must answer: single use, by the hash of what was sent.
create table factor_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('second step', 'passkey', 'new passkey')),
  -- Null for a login with a passkey alone, which names the account.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);

create index factor_challenges_by_user on factor_challenges (user_id);
create index factor_challenges_by_end on factor_challenges (expires_at);

-- Wrong codes of an account since a moment, for all processes together.
create table factor_guesses (
  user_id uuid primary key references users on delete cascade,
  since timestamptz not null,
  count integer not null
);
