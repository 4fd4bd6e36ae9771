-- Tokens by which reading apps and programs act for a person. Only hashes are stored: tokens are long and random.
create table api_tokens (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ '{feeds,sync,read,write}'::text[]),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Of the MD5 of the token, which KOReader sends in its place.
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  network text not null default ''
);

create index api_tokens_by_user on api_tokens (user_id);
