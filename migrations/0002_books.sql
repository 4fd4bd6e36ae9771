-- The form in which searches compare text: without accents, case and the final form of sigma. It may be declared
-- immutable because it names its dictionary.
create function searchable(words text) returns text
  language sql immutable strict parallel safe
  return translate(lower(public.unaccent('public.unaccent'::regdictionary, normalize(words, nfkc))), 'ς', 'σ');

-- The score behind rankings: the average, weighted with ten ratings of 3.5 so that a single rating moves it little.
create function bayesian_rating(stars integer, ratings integer) returns float
  language sql immutable strict parallel safe
  return (stars + 10 * 3.5) / (ratings + 10)::float;

-- Ratings and views update rows in place: no index holds the columns that they change, and the fillfactor leaves room
-- on the page (HOT updates). Frequent vacuums keep the visibility map set, on which the index-only scans of far pages
-- depend.
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
  -- Ratings of registered readers, without guests: the input of rankings.
  ranked_count integer not null default 0 check (ranked_count between 0 and rating_count),
  ranked_sum integer not null default 0 check (ranked_sum between ranked_count and 5 * ranked_count),
  created_at timestamptz not null default now(),
  search_text text not null generated always as (searchable(title || ' ' || author)) stored,
  -- See increment_version().
  version integer not null default 1,
  check (is_premium or premium_until is null)
) with (
  fillfactor = 85,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_insert_scale_factor = 0
);

create index books_by_age on books (created_at desc, id desc);
create index books_by_genre on books (genre, created_at desc, id desc);
create index books_by_title on books (title, id);
create index books_by_genre_and_title on books (genre, title, id);
create index books_by_author on books (author, title, id);
create index books_by_publisher on books (publisher_id, created_at desc);
create index books_by_cover on books (cover);
create index books_by_words on books using gin (search_text gin_trgm_ops);
create index books_premium on books (created_at desc, id desc) where is_premium;
create index books_featured on books (created_at desc, id desc) where is_featured;

create trigger books_increment_version
  before update of title, author, caption, genre, cover, pdf, pdf_name, is_premium, premium_until, is_featured on books
  for each row
  when (
    (old.title, old.author, old.caption, old.genre, old.cover, old.pdf, old.pdf_name, old.is_premium, old.premium_until, old.is_featured)
    is distinct from
    (new.title, new.author, new.caption, new.genre, new.cover, new.pdf, new.pdf_name, new.is_premium, new.premium_until, new.is_featured)
  )
  execute function increment_version();

-- The sort keys that change with each rating and each view. In narrow tables their indexes cost little to update; in
-- books each of these writes would add an entry to every index. Triggers keep them equal to books.
create table book_ranks (
  book_id uuid primary key references books on delete cascade,
  genre text not null,
  -- bayesian_rating() of registered readers.
  rating float not null,
  is_rated boolean not null,
  -- Of all readers, guests too.
  average float not null
) with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_insert_scale_factor = 0
);

create index book_ranks_by_rating on book_ranks (rating desc, book_id desc);
create index book_ranks_by_genre on book_ranks (genre, rating desc, book_id desc);
create index book_ranks_rated on book_ranks (rating desc, book_id desc) where is_rated;
create index book_ranks_by_average on book_ranks (average desc, book_id desc);

create table book_views (
  book_id uuid primary key references books on delete cascade,
  genre text not null,
  views integer not null
) with (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_insert_scale_factor = 0
);

create index book_views_by_views on book_views (views desc, book_id desc);
create index book_views_by_genre on book_views (genre, views desc, book_id desc);

create function count_inserted_books() returns trigger
  language plpgsql
  as $$
begin
  insert into book_ranks (book_id, genre, rating, is_rated, average)
  select
    id, genre, bayesian_rating(ranked_sum, ranked_count), ranked_count > 0,
    rating_sum::float / greatest(rating_count, 1)
  from inserted;
  insert into book_views (book_id, genre, views) select id, genre, views from inserted;
  insert into counters (name, label, change) select 'books', genre, count(*) from inserted group by genre;
  return null;
end
$$;

create trigger count_inserted_books
  after insert on books
  referencing new table as inserted
  for each statement
  execute function count_inserted_books();

create function count_deleted_books() returns trigger
  language plpgsql
  as $$
begin
  insert into counters (name, label, change) select 'books', genre, -count(*) from deleted group by genre;
  return null;
end
$$;

create trigger count_deleted_books
  after delete on books
  referencing old table as deleted
  for each statement
  execute function count_deleted_books();

create function change_book_genre() returns trigger
  language plpgsql
  as $$
begin
  insert into counters (name, label, change) values ('books', old.genre, -1), ('books', new.genre, 1);
  update book_ranks set genre = new.genre where book_id = new.id;
  update book_views set genre = new.genre where book_id = new.id;
  return null;
end
$$;

create trigger change_book_genre
  after update of genre on books
  for each row
  when (old.genre <> new.genre)
  execute function change_book_genre();

create function update_book_rank() returns trigger
  language plpgsql
  as $$
begin
  update book_ranks
  set
    rating = bayesian_rating(new.ranked_sum, new.ranked_count),
    is_rated = new.ranked_count > 0,
    average = new.rating_sum::float / greatest(new.rating_count, 1)
  where book_id = new.id;
  return null;
end
$$;

create trigger update_book_rank
  after update of rating_sum, rating_count, ranked_sum, ranked_count on books
  for each row
  when (
    (old.rating_sum, old.rating_count, old.ranked_sum, old.ranked_count)
    is distinct from
    (new.rating_sum, new.rating_count, new.ranked_sum, new.ranked_count)
  )
  execute function update_book_rank();

create function update_book_views() returns trigger
  language plpgsql
  as $$
begin
  update book_views set views = new.views where book_id = new.id;
  return null;
end
$$;

create trigger update_book_views
  after update of views on books
  for each row
  when (old.views <> new.views)
  execute function update_book_views();

-- Views and ratings of each book by day: the input of trending and of the dashboard's 30-day lines.
create table book_days (
  book_id uuid not null references books on delete cascade,
  day date not null,
  views integer not null default 0,
  ratings integer not null default 0,
  stars integer not null default 0,
  primary key (book_id, day)
);

create index book_days_by_day on book_days (day);

-- HMAC keys for links to files. New links are signed with the newest key.
create table file_keys (
  id integer primary key generated always as identity,
  key bytea not null check (octet_length(key) = 32),
  created_at timestamptz not null default now()
);

insert into file_keys (key) values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
