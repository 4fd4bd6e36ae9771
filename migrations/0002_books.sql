create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- What a search compares: no accents, no case, one sigma. Immutable because the dictionary is named.
create function searchable(words text) returns text
  language sql immutable strict parallel safe
  return translate(lower(public.unaccent('public.unaccent'::regdictionary, normalize(words, nfkc))), 'ς', 'σ');

create table books (
  id uuid primary key default uuidv7(),
  publisher_id uuid references users on delete set null,
  title text not null check (char_length(title) between 1 and 200),
  author text not null check (char_length(author) between 1 and 100),
  caption text not null check (char_length(caption) between 1 and 5000),
  genre text not null,
  cover text not null,
  cover_color text not null check (cover_color ~ '^#[0-9a-f]{6}$'),
  pdf text not null unique,
  pdf_name text not null,
  pdf_bytes integer not null check (pdf_bytes > 0),
  page_count integer not null check (page_count > 0),
  is_premium boolean not null default false,
  premium_until timestamptz,
  is_featured boolean not null default false,
  views integer not null default 0,
  comment_count integer not null default 0 check (comment_count >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  rating_sum integer not null default 0 check (rating_sum between rating_count and 5 * rating_count),
  -- Of registered readers alone: what rankings are made of.
  ranked_count integer not null default 0 check (ranked_count between 0 and rating_count),
  ranked_sum integer not null default 0 check (ranked_sum between ranked_count and 5 * ranked_count),
  created_at timestamptz not null default now(),
  search_text text not null generated always as (searchable(title || ' ' || author)) stored,
  check (is_premium or premium_until is null)
);

create index books_by_age on books (created_at desc, id desc);
create index books_by_genre on books (genre, created_at desc, id desc);
create index books_premium on books (created_at desc, id desc) where is_premium;
create index books_featured on books (created_at desc, id desc) where is_featured;
create index books_by_title on books (title, id);
create index books_by_views on books (views desc, id desc);
create index books_by_publisher on books (publisher_id, created_at desc);
create index books_by_cover on books (cover);
create index books_by_words on books using gin (search_text gin_trgm_ops);

-- Links to files are signed with the newest of these.
create table file_keys (
  id integer primary key generated always as identity,
  key bytea not null check (octet_length(key) = 32),
  created_at timestamptz not null default now()
);

insert into file_keys (key) values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
