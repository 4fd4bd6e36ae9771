-- Search inside books: the text of each page, and the words on it.

-- The reading of a book's PDF. The row of an older file, or of a deleted book, has no book; it and its pages are found no
-- more, and a job deletes them. `pages` have been read so far, `text_pages` of them have words.
create table book_texts (
  id integer primary key generated always as identity,
  book_id uuid unique references books on delete set null,
  pdf text not null,
  pages integer not null default 0,
  text_pages integer not null default 0,
  characters integer not null default 0,
  is_read boolean not null default false,
  -- Until then a process reads it.
  claimed_until timestamptz not null default '-infinity'
);

create index book_texts_to_read on book_texts (id) where not is_read;
create index book_texts_to_delete on book_texts (id) where book_id is null;

-- The texts of 256 books have an index of their own within the index: all its keys begin with the number of the section.
-- A search for frequent words ends after a few sections.
create function page_section(text_id integer) returns bigint
  language sql immutable strict parallel safe
  return (text_id >> 8)::bigint;

-- A key of section 0, in another section.
create function page_key(section bigint, key bigint) returns bigint
  language sql immutable strict parallel safe
  return (section << 41) | key;

-- What pages are found by: the hash of each word, and for phrases the hash of each word with the next one, which is one
-- of 2^18.
create function page_keys(section bigint, words text) returns bigint[]
  language sql immutable strict parallel safe
  begin atomic
    select array_agg(page_key(section, key))
    from (
      select word, lead(word) over (order by place) as next
      from unnest(string_to_array(btrim(words), ' ')) with ordinality as split (word, place)
    ) as pair
    cross join lateral (
      values
        (hashtextextended(word, 0) & ((1::bigint << 40) - 1)),
        ((1::bigint << 40) | (hashtextextended(word || ' ' || next, 0) & ((1 << 18) - 1)))
    ) as hash (key)
    where key is not null;
  end;

-- `words` are the words of `content` in their order, folded, each between two spaces. No foreign key: thousands of pages
-- would be deleted with their book in one statement.
create table page_texts (
  text_id integer not null,
  page integer not null,
  content text not null,
  words text not null,
  primary key (text_id, page)
);

-- Without a pending list, which every search would scan, and without statistics, which take long to collect.
create index page_texts_by_keys on page_texts using gin (page_keys(page_section(text_id), words)) with (fastupdate = off);
alter index page_texts_by_keys alter column 1 set statistics 0;

-- The books that exist already.
insert into book_texts (book_id, pdf) select id, pdf from books order by created_at;
