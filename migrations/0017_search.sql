-- Search over titles and authors. Each book has one row in book_search; search_words holds every word of these rows
-- once, for the correction of misspelled words. Triggers on books maintain both.

-- Character classes. Regular expressions of PostgreSQL know letters only in some locales, so these are explicit:
-- what is neither a separator nor a symbol is a letter.
create function search_separators() returns text
  language sql immutable parallel safe
  return '\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u02ff\u0589\u05be\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2100-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\ufe10-\ufe6f\uff00-\uff0f\ue000-\uf8ff\U0001f000-\U0001faff';

-- Scripts without spaces between words: Chinese, Japanese, Thai, Lao, Burmese, Khmer. They are searched by pairs of
-- characters.
create function search_unspaced() returns text
  language sql immutable parallel safe
  return '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff';

-- searchable() without combining marks, vowel points and invisible characters, and with one form of each Arabic letter.
create function search_fold(words text) returns text
  language sql immutable strict parallel safe
  return translate(
    regexp_replace(
      searchable(words),
      '[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]',
      '', 'g'
    ),
    'أإآٱىیةؤئک', 'ااااييهويك'
  );

-- Folded text as words, in order. A run of an unspaced script is one word. Lexemes have a limit of 2,046 bytes.
create function search_split(folded text) returns text[]
  language sql immutable strict parallel safe
  begin atomic
    select coalesce(array_agg(left(word, 64) order by place), '{}')
    from unnest(string_to_array(
      regexp_replace(
        regexp_replace(folded, '[' || search_separators() || ']+', ' ', 'g'),
        '([' || search_unspaced() || ']+)', ' \1 ', 'g'
      ),
      ' '
    )) with ordinality as split (word, place)
    where word <> '';
  end;

-- The words of a query: an apostrophe joins ("don't" is one word).
create function search_terms(words text) returns text[]
  language sql immutable strict parallel safe
  return search_split(regexp_replace(search_fold(words), '[''’‘ʼʹ`´]', '', 'g'));

-- The pairs of characters of a run of an unspaced script; a single character by itself.
create function search_pairs(run text) returns text[]
  language sql immutable strict parallel safe
  begin atomic
    select coalesce(array_agg(distinct substr(run, i, 2)), '{}') from generate_series(1, greatest(length(run) - 1, 1)) as i;
  end;

-- The symbols of a folded text.
create function search_symbols(folded text) returns text[]
  language sql immutable strict parallel safe
  return string_to_array(regexp_replace(folded, '[^' || search_separators() || ']|\s', '', 'g'), null);

-- Everything under which a text is found. Words: "don't" as "dont", "don" and "t", "J.R.R." as "jrr", "j" and "r",
-- "Spider-Man" as "spiderman", "spider" and "man". Characters and pairs of unspaced scripts. Symbols.
create function search_lexemes(words text) returns tsvector
  language sql immutable strict parallel safe
  begin atomic
    select array_to_tsvector(coalesce(array_agg(lexeme), '{}'))
    from (
      select folded, search_split(concat_ws(
        ' ',
        folded,
        regexp_replace(folded, '[''’‘ʼʹ`´]', '', 'g'),
        regexp_replace(folded, '[''’‘ʼʹ`´.‐‑-]', '', 'g')
      )) as words
      from (select search_fold(words) as folded) as text
    ) as split
    cross join lateral (
      select word as lexeme from unnest(words) as word where word !~ ('^[' || search_unspaced() || ']')
      union all
      select unnest(search_pairs(run) || string_to_array(run, null)) from unnest(words) as run where run ~ ('^[' || search_unspaced() || ']')
      union all
      select unnest(search_symbols(folded))
    ) as lexemes;
  end;

-- The lexemes that are words of spaced scripts.
create function search_vocabulary(lexemes tsvector) returns text[]
  language sql immutable strict parallel safe
  begin atomic
    select coalesce(array_agg(word), '{}')
    from unnest(tsvector_to_array(lexemes)) as word
    where word !~ ('^[' || search_unspaced() || search_separators() || ']');
  end;

-- Words in order, as one text to compare and to sort by. Index entries have a limit of 2,704 bytes.
create function search_key(words text) returns text
  language sql immutable strict parallel safe
  return left(array_to_string(search_terms(words), ' '), 200);

-- A word and what is left of its first seven letters without up to two of them. Two words that differ by up to two
-- letters share one. Short words and words with digits have only themselves. `i` and `j` are the letters left out;
-- there are none after the last.
create function search_deletions(word text) returns text[]
  language sql immutable strict parallel safe
  begin atomic
    select array_agg(distinct left(start, i - 1) || substr(start, i + 1, j - i - 1) || substr(start, j + 1))
    from (select left(word, 7) as start, least(length(word), 7) as n) as beginning
    cross join generate_series(case when length(word) < 4 or word ~ '\d' then n + 1 else 1 end, n + 1) as i
    cross join generate_series(i + 1, n + 2) as j
    where j > n or length(word) > 5;
  end;

-- `title_key` is the title without an appendix in parentheses.
create table book_search (
  book_id uuid primary key references books on delete cascade,
  title_key text collate "C" not null,
  author_key text not null,
  lexemes tsvector not null
);

-- Without a pending list, which every search would scan.
create index book_search_by_lexemes on book_search using gin (lexemes) with (fastupdate = off);
create index book_search_by_title on book_search (title_key);

-- `books` is about the number of books with the word, see add_search_words(). Room on the page for it to change without
-- a new entry in any index.
create table search_words (
  word text collate "C" primary key,
  books integer not null,
  deletions text[] not null
) with (fillfactor = 50);

create index search_words_by_deletions on search_words using gin (deletions) with (fastupdate = off);
create index search_words_by_trigrams on search_words using gin (word gin_trgm_ops) with (fastupdate = off);

create function index_books(ids uuid[]) returns void
  language sql
  as $$
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
$$;

-- Words of added books. Frequent words that another transaction is counting are skipped, so that two writers wait for
-- each other only if they share a rare word; the counts of frequent words are therefore approximate.
create function add_search_words(vocabulary text[], counts integer[]) returns void
  language sql
  as $$
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
$$;

-- Words of deleted books. Rare words are locked before they are looked for: a book that is being added with one of them
-- is waited for, and then seen.
create function remove_search_words(vocabulary text[], counts integer[]) returns void
  language plpgsql
  as $$
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
$$;

create function index_inserted_books() returns trigger
  language plpgsql
  as $$
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
$$;

create trigger index_inserted_books
  after insert on books
  referencing new table as inserted
  for each statement
  execute function index_inserted_books();

-- Rows of book_search have been deleted with their books.
create function index_deleted_books() returns trigger
  language plpgsql
  as $$
begin
  perform remove_search_words(array_agg(word), array_agg(count))
  from (
    select word, count(*)::integer as count
    from deleted, unnest(search_vocabulary(search_lexemes(title || ' ' || author))) as word
    group by word
  ) as words;
  return null;
end
$$;

create trigger index_deleted_books
  after delete on books
  referencing old table as deleted
  for each statement
  execute function index_deleted_books();

create function index_renamed_book() returns trigger
  language plpgsql
  as $$
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
$$;

create trigger index_renamed_book
  after update of title, author on books
  for each row
  when ((old.title, old.author) is distinct from (new.title, new.author))
  execute function index_renamed_book();

-- The books that exist already.
select index_books(array(select id from books));
insert into search_words (word, books, deletions)
select word, count(*), search_deletions(word)
from book_search, unnest(search_vocabulary(lexemes)) as word
group by word;
