-- Administrators search by book_search too.
drop index books_by_words;
drop index books_by_plain_title;

-- Rare words are waited for first, and frequent ones only locked if nobody has them: a writer that waits has locked no
-- frequent word, which another one may be counting as a rare one.
create or replace function add_search_words(vocabulary text[], counts integer[]) returns void
  language plpgsql
  as $$
declare
  frequent text[] := array(select word from search_words where word = any(vocabulary) and books >= 8);
begin
  insert into search_words (word, books, deletions)
  select word, count, search_deletions(word)
  from unnest(vocabulary, counts) as added (word, count)
  where word <> all(frequent)
  order by word
  on conflict (word) do update set books = search_words.books + excluded.books;
  with counted as (
    select search_words.word, count
    from search_words join unnest(vocabulary, counts) as added (word, count) using (word)
    where search_words.word = any(frequent)
    order by word
    for update of search_words skip locked
  )
  update search_words set books = books + count from counted where search_words.word = counted.word;
end
$$;

-- The rare words of both titles are locked in one order.
create or replace function index_renamed_book() returns trigger
  language plpgsql
  as $$
declare
  before text[] := search_vocabulary(search_lexemes(old.title || ' ' || old.author));
  after text[] := search_vocabulary(search_lexemes(new.title || ' ' || new.author));
  added text[] := array(select unnest(after) except select unnest(before));
  removed text[] := array(select unnest(before) except select unnest(after));
begin
  perform index_books(array[new.id]);
  perform from search_words where word = any(added || removed) and books <= 8 order by word for update;
  perform add_search_words(added, array_fill(1, array[cardinality(added)]));
  perform remove_search_words(removed, array_fill(1, array[cardinality(removed)]));
  return null;
end
$$;
