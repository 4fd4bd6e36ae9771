-- Derived from the other files in migrations/ by scripts/derive-tables.ts: run it after each new migration.

create extension pg_trgm;

create extension unaccent;

CREATE OR REPLACE FUNCTION public.add_search_words(vocabulary text[], counts integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
with counted as (
  select search_words.word, count
  from search_words join unnest(vocabulary, counts) as added (word, count) using (word)
  where books >= 8
  order by word
  for update of search_words skip locked
)
update search_words set books = books + count from counted where search_words.word = counted.word;

insert into search_words (word, books, deletions)
select word, count, search_deletions(word)
from unnest(vocabulary, counts) as added (word, count)
where not exists (select from search_words where search_words.word = added.word and books >= 8)
order by word
on conflict (word) do update set books = search_words.books + excluded.books;
$function$;

CREATE OR REPLACE FUNCTION public.bayesian_rating(stars integer, ratings integer)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((((stars)::numeric + ((10)::numeric * 3.5)))::double precision / ((ratings + 10))::double precision);

CREATE OR REPLACE FUNCTION public.change_book_genre()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into counters (name, label, change) values ('books', old.genre, -1), ('books', new.genre, 1);
  update book_ranks set genre = new.genre where book_id = new.id;
  update book_views set genre = new.genre where book_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_deleted_books()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into counters (name, label, change) select 'books', genre, -count(*) from deleted group by genre;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_inserted_books()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.count_updated_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.count_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into counters (name, label, change)
  select 'users', user_type, sign * count(*) from changed where not guest group by user_type
  union all
  select 'verified users', '', sign * count(*) from changed where not guest and verified having count(*) > 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.increment_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.index_books(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
insert into book_search (book_id, title_key, author_key, lexemes)
select
  id,
  coalesce(nullif(search_key(split_part(title, ' (', 1)), ''), search_key(title)),
  search_key(author),
  search_lexemes(title || ' ' || author)
from books
where id = any(ids)
on conflict (book_id) do update set
  title_key = excluded.title_key, author_key = excluded.author_key, lexemes = excluded.lexemes;
$function$;

CREATE OR REPLACE FUNCTION public.index_deleted_books()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform remove_search_words(array_agg(word), array_agg(count))
  from (
    select word, count(*)::integer as count
    from deleted, unnest(search_vocabulary(search_lexemes(title || ' ' || author))) as word
    group by word
  ) as words;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.index_inserted_books()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform index_books(array(select id from inserted));
  perform add_search_words(array_agg(word), array_agg(count))
  from (
    select word, count(*)::integer as count
    from inserted join book_search on book_id = id, unnest(search_vocabulary(lexemes)) as word
    group by word
  ) as words;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.index_renamed_book()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before text[] := search_vocabulary(search_lexemes(old.title || ' ' || old.author));
  after text[] := search_vocabulary(search_lexemes(new.title || ' ' || new.author));
  added text[] := array(select unnest(after) except select unnest(before));
  removed text[] := array(select unnest(before) except select unnest(after));
begin
  perform index_books(array[new.id]);
  perform add_search_words(added, array_fill(1, array[cardinality(added)]));
  perform remove_search_words(removed, array_fill(1, array[cardinality(removed)]));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.rank_ratings_of(reader uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  with newly_ranked as (
    update ratings set ranked = true where user_id = reader and not ranked returning book_id, stars
  )
  update books
  set ranked_count = ranked_count + 1, ranked_sum = ranked_sum + newly_ranked.stars
  from newly_ranked
  where id = newly_ranked.book_id;
$function$;

CREATE OR REPLACE FUNCTION public.remove_search_words(vocabulary text[], counts integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  rare text[] := array(
    select word from search_words where word = any(vocabulary) and books < 8 + counts[array_position(vocabulary, word)]
    order by word for update
  );
begin
  delete from search_words
  where word = any(rare)
    and not exists (select from book_search where lexemes @@ ('''' || search_words.word || '''')::tsquery);
  with counted as (
    select search_words.word, count
    from search_words join unnest(vocabulary, counts) as removed (word, count) using (word)
    order by word
    for update of search_words skip locked
  )
  update search_words set books = greatest(books - count, 1) from counted where search_words.word = counted.word;
end
$function$;

CREATE OR REPLACE FUNCTION public.same_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(NORMALIZE(name, NFKC));

CREATE OR REPLACE FUNCTION public.search_deletions(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT array_agg(DISTINCT (("left"(beginning.start, (i.i - 1)) || substr(beginning.start, (i.i + 1), ((j.j - i.i) - 1))) || substr(beginning.start, (j.j + 1)))) AS array_agg
    FROM ((( SELECT "left"(search_deletions.word, 7) AS start,
             LEAST(length(search_deletions.word), 7) AS n) beginning
      CROSS JOIN LATERAL generate_series(
         CASE
             WHEN ((length(search_deletions.word) < 4) OR (search_deletions.word ~ '\d'::text)) THEN (beginning.n + 1)
             ELSE 1
         END, (beginning.n + 1)) i(i))
      CROSS JOIN LATERAL generate_series((i.i + 1), (beginning.n + 2)) j(j))
   WHERE ((j.j > beginning.n) OR (length(search_deletions.word) > 5));
END;

CREATE OR REPLACE FUNCTION public.search_fold(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(regexp_replace(searchable(words), '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]'::text, ''::text, 'g'::text), 'أإآٱىیةؤئک'::text, 'ااااييهويك'::text);

CREATE OR REPLACE FUNCTION public.search_key(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN "left"(array_to_string(search_terms(words), ' '::text), 200);

CREATE OR REPLACE FUNCTION public.search_lexemes(words text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT array_to_tsvector(COALESCE(array_agg(lexemes.lexeme), '{}'::text[])) AS array_to_tsvector
    FROM (( SELECT text.folded,
             search_split(concat_ws(' '::text, text.folded, regexp_replace(text.folded, '[''’‘ʼʹ`´]'::text, ''::text, 'g'::text), regexp_replace(text.folded, '[''’‘ʼʹ`´.‐‑-]'::text, ''::text, 'g'::text))) AS words
            FROM ( SELECT search_fold(search_lexemes.words) AS folded) text) split
      CROSS JOIN LATERAL ( SELECT word.word AS lexeme
            FROM unnest(split.words) word(word)
           WHERE (word.word !~ (('^['::text || search_unspaced()) || ']'::text))
         UNION ALL
          SELECT unnest((search_pairs(run.run) || string_to_array(run.run, NULL::text))) AS unnest
            FROM unnest(split.words) run(run)
           WHERE (run.run ~ (('^['::text || search_unspaced()) || ']'::text))
         UNION ALL
          SELECT unnest(search_symbols(split.folded)) AS unnest) lexemes);
END;

CREATE OR REPLACE FUNCTION public.search_pairs(run text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT COALESCE(array_agg(DISTINCT substr(search_pairs.run, i.i, 2)), '{}'::text[]) AS "coalesce"
    FROM generate_series(1, GREATEST((length(search_pairs.run) - 1), 1)) i(i);
END;

CREATE OR REPLACE FUNCTION public.search_separators()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u0589\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\ufe10-\ufe6f\uff00-\uff0f\ue000-\uf8ff\U0001f000-\U0001faff'::text;

CREATE OR REPLACE FUNCTION public.search_split(folded text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT COALESCE(array_agg("left"(split.word, 64) ORDER BY split.place), '{}'::text[]) AS "coalesce"
    FROM unnest(string_to_array(regexp_replace(regexp_replace(search_split.folded, (('['::text || search_separators()) || ']+'::text), ' '::text, 'g'::text), (('(['::text || search_unspaced()) || ']+)'::text), ' \1 '::text, 'g'::text), ' '::text)) WITH ORDINALITY split(word, place)
   WHERE (split.word <> ''::text);
END;

CREATE OR REPLACE FUNCTION public.search_symbols(folded text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN string_to_array(regexp_replace(folded, (('[^'::text || search_separators()) || ']|\s'::text), ''::text, 'g'::text), NULL::text);

CREATE OR REPLACE FUNCTION public.search_terms(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN search_split(regexp_replace(search_fold(words), '[''’‘ʼʹ`´]'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.search_unspaced()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff'::text;

CREATE OR REPLACE FUNCTION public.search_vocabulary(lexemes tsvector)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
BEGIN ATOMIC
 SELECT COALESCE(array_agg(word.word), '{}'::text[]) AS "coalesce"
    FROM unnest(tsvector_to_array(search_vocabulary.lexemes)) word(word)
   WHERE (word.word !~ ((('^['::text || search_unspaced()) || search_separators()) || ']'::text));
END;

CREATE OR REPLACE FUNCTION public.searchable(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(lower(unaccent('unaccent'::regdictionary, NORMALIZE(words, NFKC))), 'ς'::text, 'σ'::text);

CREATE OR REPLACE FUNCTION public.subtract_deleted_ratings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update books
  set
    rating_count = books.rating_count - totals.count,
    rating_sum = books.rating_sum - totals.sum,
    ranked_count = books.ranked_count - totals.ranked_count,
    ranked_sum = books.ranked_sum - totals.ranked_sum
  from (
    select
      book_id,
      count(*)::int as count,
      sum(stars)::int as sum,
      (count(*) filter (where deleted.ranked))::int as ranked_count,
      coalesce(sum(stars) filter (where deleted.ranked), 0)::int as ranked_sum
    from deleted
    group by book_id
  ) totals
  where books.id = totals.book_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_book_rank()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update book_ranks
  set
    rating = bayesian_rating(new.ranked_sum, new.ranked_count),
    is_rated = new.ranked_count > 0,
    average = new.rating_sum::float / greatest(new.rating_count, 1)
  where book_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_book_views()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update book_views set views = new.views where book_id = new.id;
  return null;
end
$function$;

create table app_downloads (
  day date not null,
  count integer not null,
  constraint app_downloads_count_check CHECK ((count > 0)),
  constraint app_downloads_pkey PRIMARY KEY (day)
);

create table audit_log (
  id uuid not null default uuidv7(),
  admin_id uuid,
  admin_name text not null,
  action text not null,
  subject text not null,
  subject_name text not null default ''::text,
  before jsonb,
  after jsonb,
  at timestamp with time zone not null default now(),
  constraint audit_log_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint audit_log_pkey PRIMARY KEY (id)
);

create table book_days (
  book_id uuid not null,
  day date not null,
  views integer not null default 0,
  ratings integer not null default 0,
  stars integer not null default 0,
  constraint book_days_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint book_days_pkey PRIMARY KEY (book_id, day)
);

CREATE INDEX book_days_by_day ON public.book_days USING btree (day);

create table book_ranks (
  book_id uuid not null,
  genre text not null,
  rating double precision not null,
  is_rated boolean not null,
  average double precision not null,
  constraint book_ranks_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint book_ranks_pkey PRIMARY KEY (book_id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500, autovacuum_vacuum_insert_scale_factor=0);

CREATE INDEX book_ranks_by_average ON public.book_ranks USING btree (average DESC, book_id DESC);

CREATE INDEX book_ranks_by_genre ON public.book_ranks USING btree (genre, rating DESC, book_id DESC);

CREATE INDEX book_ranks_by_rating ON public.book_ranks USING btree (rating DESC, book_id DESC);

CREATE INDEX book_ranks_rated ON public.book_ranks USING btree (rating DESC, book_id DESC) WHERE is_rated;

create table book_search (
  book_id uuid not null,
  title_key text not null,
  author_key text not null,
  lexemes tsvector not null,
  constraint book_search_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint book_search_pkey PRIMARY KEY (book_id)
);

CREATE INDEX book_search_by_lexemes ON public.book_search USING gin (lexemes) WITH (fastupdate=off);

CREATE INDEX book_search_by_title ON public.book_search USING btree (title_key);

create table book_views (
  book_id uuid not null,
  genre text not null,
  views integer not null,
  constraint book_views_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint book_views_pkey PRIMARY KEY (book_id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500, autovacuum_vacuum_insert_scale_factor=0);

CREATE INDEX book_views_by_genre ON public.book_views USING btree (genre, views DESC, book_id DESC);

CREATE INDEX book_views_by_views ON public.book_views USING btree (views DESC, book_id DESC);

create table books (
  id uuid not null default uuidv7(),
  publisher_id uuid,
  title text not null,
  author text not null,
  caption text not null,
  genre text not null,
  cover text not null,
  cover_color text not null,
  pdf text not null,
  pdf_name text not null,
  pdf_bytes integer not null,
  page_count integer not null,
  is_premium boolean not null default false,
  premium_until timestamp with time zone,
  is_featured boolean not null default false,
  views integer not null default 0,
  comment_count integer not null default 0,
  rating_count integer not null default 0,
  rating_sum integer not null default 0,
  ranked_count integer not null default 0,
  ranked_sum integer not null default 0,
  created_at timestamp with time zone not null default now(),
  search_text text not null generated always as (searchable(((title || ' '::text) || author))) stored,
  version integer not null default 1,
  constraint books_author_check CHECK (((char_length(author) >= 1) AND (char_length(author) <= 100))),
  constraint books_caption_check CHECK (((char_length(caption) >= 1) AND (char_length(caption) <= 5000))),
  constraint books_check CHECK (((rating_sum >= rating_count) AND (rating_sum <= (5 * rating_count)))),
  constraint books_check1 CHECK (((ranked_count >= 0) AND (ranked_count <= rating_count))),
  constraint books_check2 CHECK (((ranked_sum >= ranked_count) AND (ranked_sum <= (5 * ranked_count)))),
  constraint books_check3 CHECK ((is_premium OR (premium_until IS NULL))),
  constraint books_comment_count_check CHECK ((comment_count >= 0)),
  constraint books_cover_color_check CHECK ((cover_color ~ '^#[0-9a-f]{6}$'::text)),
  constraint books_page_count_check CHECK ((page_count > 0)),
  constraint books_pdf_bytes_check CHECK ((pdf_bytes > 0)),
  constraint books_pdf_key UNIQUE (pdf),
  constraint books_pkey PRIMARY KEY (id),
  constraint books_publisher_id_fkey FOREIGN KEY (publisher_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint books_rating_count_check CHECK ((rating_count >= 0)),
  constraint books_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200)))
) with (fillfactor=85, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500, autovacuum_vacuum_insert_scale_factor=0);

CREATE INDEX books_by_age ON public.books USING btree (created_at DESC, id DESC);

CREATE INDEX books_by_author ON public.books USING btree (author, title, id);

CREATE INDEX books_by_cover ON public.books USING btree (cover);

CREATE INDEX books_by_genre ON public.books USING btree (genre, created_at DESC, id DESC);

CREATE INDEX books_by_genre_and_title ON public.books USING btree (genre, title, id);

CREATE INDEX books_by_publisher ON public.books USING btree (publisher_id, created_at DESC);

CREATE INDEX books_by_title ON public.books USING btree (title, id);

CREATE INDEX books_by_words ON public.books USING gin (search_text gin_trgm_ops);

CREATE INDEX books_featured ON public.books USING btree (created_at DESC, id DESC) WHERE is_featured;

CREATE INDEX books_premium ON public.books USING btree (created_at DESC, id DESC) WHERE is_premium;

CREATE TRIGGER books_increment_version BEFORE UPDATE OF title, author, caption, genre, cover, pdf, pdf_name, is_premium, premium_until, is_featured ON public.books FOR EACH ROW WHEN (((((((((((old.title IS DISTINCT FROM new.title) OR (old.author IS DISTINCT FROM new.author)) OR (old.caption IS DISTINCT FROM new.caption)) OR (old.genre IS DISTINCT FROM new.genre)) OR (old.cover IS DISTINCT FROM new.cover)) OR (old.pdf IS DISTINCT FROM new.pdf)) OR (old.pdf_name IS DISTINCT FROM new.pdf_name)) OR (old.is_premium IS DISTINCT FROM new.is_premium)) OR (old.premium_until IS DISTINCT FROM new.premium_until)) OR (old.is_featured IS DISTINCT FROM new.is_featured))) EXECUTE FUNCTION increment_version();

CREATE TRIGGER change_book_genre AFTER UPDATE OF genre ON public.books FOR EACH ROW WHEN ((old.genre <> new.genre)) EXECUTE FUNCTION change_book_genre();

CREATE TRIGGER count_deleted_books AFTER DELETE ON public.books REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_books();

CREATE TRIGGER count_inserted_books AFTER INSERT ON public.books REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_books();

CREATE TRIGGER index_deleted_books AFTER DELETE ON public.books REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION index_deleted_books();

CREATE TRIGGER index_inserted_books AFTER INSERT ON public.books REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION index_inserted_books();

CREATE TRIGGER index_renamed_book AFTER UPDATE OF title, author ON public.books FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.author IS DISTINCT FROM new.author))) EXECUTE FUNCTION index_renamed_book();

CREATE TRIGGER update_book_rank AFTER UPDATE OF rating_sum, rating_count, ranked_sum, ranked_count ON public.books FOR EACH ROW WHEN (((((old.rating_sum IS DISTINCT FROM new.rating_sum) OR (old.rating_count IS DISTINCT FROM new.rating_count)) OR (old.ranked_sum IS DISTINCT FROM new.ranked_sum)) OR (old.ranked_count IS DISTINCT FROM new.ranked_count))) EXECUTE FUNCTION update_book_rank();

CREATE TRIGGER update_book_views AFTER UPDATE OF views ON public.books FOR EACH ROW WHEN ((old.views <> new.views)) EXECUTE FUNCTION update_book_views();

create table cache_state (
  id boolean not null default true,
  version bigint not null default 0,
  recent text[] not null default '{}'::text[],
  constraint cache_state_id_check CHECK (id),
  constraint cache_state_pkey PRIMARY KEY (id)
) with (fillfactor=10);

create table comments (
  id uuid not null default uuidv7(),
  book_id uuid not null,
  user_id uuid,
  text text not null,
  created_at timestamp with time zone not null default now(),
  constraint comments_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 2000))),
  constraint comments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

CREATE INDEX comments_by_book ON public.comments USING btree (book_id, id);

CREATE INDEX comments_by_day ON public.comments USING btree (book_id, created_at);

CREATE INDEX comments_by_user ON public.comments USING btree (user_id);

create table counters (
  name text not null,
  label text not null default ''::text,
  change integer not null
);

CREATE INDEX counters_by_name ON public.counters USING btree (name, label) INCLUDE (change);

create table device_positions (
  user_id uuid not null,
  book_id uuid not null,
  device_id uuid not null,
  device_name text not null,
  page integer not null,
  furthest integer not null,
  step bigint not null,
  read_at timestamp with time zone not null,
  constraint device_positions_check CHECK ((furthest >= page)),
  constraint device_positions_device_name_check CHECK (((char_length(device_name) >= 1) AND (char_length(device_name) <= 40))),
  constraint device_positions_page_check CHECK ((page >= 1)),
  constraint device_positions_pkey PRIMARY KEY (user_id, book_id, device_id),
  constraint device_positions_step_check CHECK ((step >= 1)),
  constraint device_positions_user_id_book_id_fkey FOREIGN KEY (user_id, book_id) REFERENCES reading_positions(user_id, book_id) ON DELETE CASCADE
);

create table file_checks (
  id boolean not null default true,
  at timestamp with time zone not null,
  missing integer not null,
  constraint file_checks_id_check CHECK (id),
  constraint file_checks_pkey PRIMARY KEY (id)
);

create table file_keys (
  id integer not null generated always as identity,
  key bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint file_keys_key_check CHECK ((octet_length(key) = 32)),
  constraint file_keys_pkey PRIMARY KEY (id)
);

create table invitations (
  code text not null,
  note text not null,
  made_by uuid,
  made_at timestamp with time zone not null,
  used_by uuid,
  used_at timestamp with time zone,
  constraint invitations_check CHECK (((used_by IS NULL) OR (used_at IS NOT NULL))),
  constraint invitations_code_check CHECK ((code ~ '^[A-Z2-9]{10}$'::text)),
  constraint invitations_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint invitations_note_check CHECK ((char_length(note) <= 80)),
  constraint invitations_pkey PRIMARY KEY (code),
  constraint invitations_used_by_fkey FOREIGN KEY (used_by) REFERENCES users(id) ON DELETE SET NULL
);

CREATE INDEX invitations_by_age ON public.invitations USING btree (made_at DESC, code);

CREATE INDEX invitations_by_maker ON public.invitations USING btree (made_by);

CREATE INDEX invitations_by_user ON public.invitations USING btree (used_by);

create table mail_tokens (
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint mail_tokens_pkey PRIMARY KEY (token_hash),
  constraint mail_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text]))),
  constraint mail_tokens_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint mail_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mail_tokens_user_id_purpose_key UNIQUE (user_id, purpose)
);

create table ratings (
  book_id uuid not null,
  user_id uuid not null,
  stars smallint not null,
  ranked boolean not null,
  rated_at timestamp with time zone not null default now(),
  constraint ratings_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint ratings_pkey PRIMARY KEY (book_id, user_id) INCLUDE (stars),
  constraint ratings_stars_check CHECK (((stars >= 1) AND (stars <= 5))),
  constraint ratings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX ratings_by_user ON public.ratings USING btree (user_id);

CREATE TRIGGER subtract_deleted_ratings AFTER DELETE ON public.ratings REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION subtract_deleted_ratings();

create table reading_positions (
  user_id uuid not null,
  book_id uuid not null,
  version integer not null,
  page integer not null,
  device_id uuid not null,
  read_at timestamp with time zone not null,
  constraint reading_positions_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint reading_positions_page_check CHECK ((page >= 1)),
  constraint reading_positions_pkey PRIMARY KEY (user_id, book_id),
  constraint reading_positions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint reading_positions_version_check CHECK ((version >= 1))
);

CREATE INDEX reading_positions_by_age ON public.reading_positions USING btree (user_id, read_at DESC, book_id);

CREATE INDEX reading_positions_by_book ON public.reading_positions USING btree (book_id);

create table search_words (
  word text not null,
  books integer not null,
  deletions text[] not null,
  constraint search_words_pkey PRIMARY KEY (word)
) with (fillfactor=50);

CREATE INDEX search_words_by_deletions ON public.search_words USING gin (deletions) WITH (fastupdate=off);

CREATE INDEX search_words_by_trigrams ON public.search_words USING gin (word gin_trgm_ops) WITH (fastupdate=off);

create table sessions (
  id uuid not null default uuidv7(),
  token_hash bytea not null,
  user_id uuid not null,
  user_agent text not null default ''::text,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);

create table site_settings (
  name text not null,
  value jsonb not null,
  changed_at timestamp with time zone not null default now(),
  constraint site_settings_pkey PRIMARY KEY (name)
);

create table top_rated_days (
  day date not null,
  book_id uuid not null,
  place smallint not null,
  constraint top_rated_days_book_id_fkey FOREIGN KEY (book_id) REFERENCES books(id) ON DELETE CASCADE,
  constraint top_rated_days_pkey PRIMARY KEY (day, book_id),
  constraint top_rated_days_place_check CHECK ((place > 0))
);

CREATE INDEX top_rated_days_by_book ON public.top_rated_days USING btree (book_id, day);

create table unsubscribe_keys (
  id boolean not null default true,
  key bytea not null,
  constraint unsubscribe_keys_id_check CHECK (id),
  constraint unsubscribe_keys_key_check CHECK ((octet_length(key) = 32)),
  constraint unsubscribe_keys_pkey PRIMARY KEY (id)
);

create table users (
  id uuid not null default uuidv7(),
  username text not null,
  email text,
  password_hash text,
  user_type text not null default 'reader'::text,
  verified boolean not null default false,
  guest boolean not null default false,
  guest_id uuid,
  sex text,
  profile_image text,
  weekly_mail boolean not null default false,
  weekly_edition timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint users_check CHECK ((guest OR ((email IS NOT NULL) AND (password_hash IS NOT NULL)))),
  constraint users_check1 CHECK (((NOT verified) OR (email IS NOT NULL))),
  constraint users_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 254)))),
  constraint users_guest_id_fkey FOREIGN KEY (guest_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint users_guest_id_key UNIQUE (guest_id),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_sex_check CHECK ((sex = ANY (ARRAY['Male'::text, 'Female'::text, 'Other'::text, 'Prefer not to say'::text]))),
  constraint users_user_type_check CHECK ((user_type = ANY (ARRAY['reader'::text, 'author'::text, 'admin'::text]))),
  constraint users_username_check CHECK (((char_length(username) >= 4) AND (char_length(username) <= 32))),
  constraint users_weekly_mail_check CHECK (((NOT weekly_mail) OR (verified AND (NOT guest) AND (weekly_edition IS NOT NULL))))
);

CREATE INDEX users_by_age ON public.users USING btree (created_at DESC, id DESC) WHERE (NOT guest);

CREATE UNIQUE INDEX users_by_email ON public.users USING btree (email) INCLUDE (id);

CREATE INDEX users_by_name ON public.users USING btree (same_name(username)) INCLUDE (username, id) WHERE (NOT guest);

CREATE INDEX users_by_type ON public.users USING btree (user_type, same_name(username)) INCLUDE (username, id) WHERE (NOT guest);

CREATE UNIQUE INDEX users_by_username ON public.users USING btree (same_name(username));

CREATE INDEX users_by_words ON public.users USING gin (lower(username) gin_trgm_ops, email gin_trgm_ops) WHERE (NOT guest);

CREATE INDEX users_unverified ON public.users USING btree (created_at) WHERE (NOT verified);

CREATE INDEX users_weekly ON public.users USING btree (id) WHERE weekly_mail;

CREATE TRIGGER count_deleted_users AFTER DELETE ON public.users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();

CREATE TRIGGER count_inserted_users AFTER INSERT ON public.users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_users();

CREATE TRIGGER count_updated_users AFTER UPDATE OF user_type, verified, guest ON public.users FOR EACH ROW WHEN ((((old.user_type IS DISTINCT FROM new.user_type) OR (old.verified IS DISTINCT FROM new.verified)) OR (old.guest IS DISTINCT FROM new.guest))) EXECUTE FUNCTION count_updated_user();

CREATE TRIGGER users_increment_version BEFORE UPDATE OF username, email, user_type ON public.users FOR EACH ROW WHEN ((((old.username IS DISTINCT FROM new.username) OR (old.email IS DISTINCT FROM new.email)) OR (old.user_type IS DISTINCT FROM new.user_type))) EXECUTE FUNCTION increment_version();
