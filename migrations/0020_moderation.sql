-- Hiding, suspension, moderators and blocks.

alter table users drop constraint users_user_type_check;
alter table users
  add constraint users_user_type_check check (user_type in ('reader', 'author', 'moderator', 'admin')),
  -- A suspended account can not log in until then; without an end, for good.
  add column suspended_at timestamptz,
  add column suspended_until timestamptz,
  add column suspension_reason text,
  add check ((suspended_at is null) = (suspension_reason is null)),
  add check (suspended_until is null or suspended_at is not null);

create index users_suspended on users (suspended_at desc, id desc) where suspended_at is not null;

alter table books
  -- Whether any row of hidings concerns the book or its publisher.
  add column is_hidden boolean not null default false,
  -- What its publisher allows under it: comments, comments without links, or no new ones.
  add column comment_rule text not null default 'open' check (comment_rule in ('open', 'no-links', 'closed'));

alter table comments add column is_hidden boolean not null default false;

-- Why something is hidden, and until when. The rows of a person hide all of the person's books and comments.
create table hidings (
  id uuid primary key default uuidv7(),
  book_id uuid references books on delete cascade,
  comment_id uuid references comments on delete cascade,
  user_id uuid references users on delete cascade,
  -- Hidden by the publisher of the book under which the comment was written, not by a moderator.
  by_publisher boolean not null default false,
  reason text not null check (char_length(reason) between 1 and 500),
  hidden_by uuid references users on delete set null,
  hidden_at timestamptz not null default now(),
  until timestamptz,
  check (num_nonnulls(book_id, comment_id, user_id) = 1),
  check (not by_publisher or comment_id is not null)
);

create unique index hidings_by_book on hidings (book_id) where book_id is not null;
create unique index hidings_by_comment on hidings (comment_id, by_publisher) where comment_id is not null;
create unique index hidings_by_user on hidings (user_id) where user_id is not null;
create index hidings_by_end on hidings (until) where until is not null;
create index hidings_by_moderator on hidings (hidden_by);

-- Neither sees the other's comments.
create table blocks (
  user_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  blocked_at timestamptz not null,
  primary key (user_id, blocked_id),
  check (user_id <> blocked_id)
);

create index blocks_by_blocked on blocks (blocked_id);

-- The lists of books are read from partial indexes without the hidden ones, and from narrow tables that have no rows of
-- them: no list is slower, and none needs to skip a row.
drop index books_by_age, books_by_genre, books_by_title, books_by_genre_and_title, books_by_author, books_by_publisher_name;
create index books_by_age on books (created_at desc, id desc) where not is_hidden;
create index books_by_genre on books (genre, created_at desc, id desc) where not is_hidden;
create index books_by_title on books (title, id) where not is_hidden;
create index books_by_genre_and_title on books (genre, title, id) where not is_hidden;
create index books_by_author on books (author, title, id) include (genre) where not is_hidden;
create index books_by_publisher_name on books (publisher_name, title, id) include (genre) where not is_hidden;
create index books_by_hidden_cover on books (cover) where is_hidden;

drop index comments_by_book;
create index comments_by_book on comments (book_id, id) where not is_hidden;

create or replace function count_inserted_books() returns trigger
  language plpgsql
  as $$
begin
  insert into book_ranks (book_id, genre, rating, is_rated, average)
  select
    id, genre, bayesian_rating(ranked_sum, ranked_count), ranked_count > 0,
    rating_sum::float / greatest(rating_count, 1)
  from inserted
  where not is_hidden;
  insert into book_views (book_id, genre, views) select id, genre, views from inserted where not is_hidden;
  insert into counters (name, label, change)
  select 'books', genre, count(*) from inserted where not is_hidden group by genre;
  return null;
end
$$;

create or replace function index_inserted_books() returns trigger
  language plpgsql
  as $$
begin
  perform index_books(array(select id from inserted where not is_hidden));
  perform add_search_words(array_agg(word), array_agg(count))
  from (
    select word, count(*)::integer as count
    from inserted join book_search on book_id = id, unnest(search_vocabulary(lexemes)) as word
    group by word
  ) as words;
  return null;
end
$$;

create or replace function count_deleted_books() returns trigger
  language plpgsql
  as $$
begin
  insert into counters (name, label, change)
  select 'books', genre, -count(*) from deleted where not is_hidden group by genre;
  return null;
end
$$;

create or replace function index_deleted_books() returns trigger
  language plpgsql
  as $$
begin
  perform remove_search_words(array_agg(word), array_agg(count))
  from (
    select word, count(*)::integer as count
    from deleted, unnest(search_vocabulary(search_lexemes(title || ' ' || author))) as word
    where not is_hidden
    group by word
  ) as words;
  return null;
end
$$;

drop trigger change_book_genre on books;
create trigger change_book_genre
  after update of genre on books
  for each row
  when (old.genre <> new.genre and not new.is_hidden)
  execute function change_book_genre();

drop trigger index_renamed_book on books;
create trigger index_renamed_book
  after update of title, author on books
  for each row
  when ((old.title, old.author) is distinct from (new.title, new.author) and not new.is_hidden)
  execute function index_renamed_book();

-- Removes a book from what lists, counts and searches read, or adds it again.
create function hide_or_show_book() returns trigger
  language plpgsql
  as $$
declare
  vocabulary text[] := search_vocabulary(search_lexemes(old.title || ' ' || old.author));
  words integer[] := array_fill(1, array[cardinality(vocabulary)]);
begin
  insert into counters (name, label, change) values ('books', new.genre, case when new.is_hidden then -1 else 1 end);
  if new.is_hidden then
    delete from book_ranks where book_id = new.id;
    delete from book_views where book_id = new.id;
    delete from book_search where book_id = new.id;
    perform remove_search_words(vocabulary, words);
  else
    insert into book_ranks (book_id, genre, rating, is_rated, average) values (
      new.id, new.genre, bayesian_rating(new.ranked_sum, new.ranked_count), new.ranked_count > 0,
      new.rating_sum::float / greatest(new.rating_count, 1)
    );
    insert into book_views (book_id, genre, views) values (new.id, new.genre, new.views);
    perform index_books(array[new.id]);
    perform add_search_words(vocabulary, words);
  end if;
  return null;
end
$$;

create trigger hide_or_show_book
  after update of is_hidden on books
  for each row
  when (old.is_hidden <> new.is_hidden)
  execute function hide_or_show_book();

-- Hidden comments are not counted.
create function count_hidden_comments() returns trigger
  language plpgsql
  as $$
begin
  update books
  set comment_count = comment_count + totals.change
  from (
    select after.book_id, sum(before.is_hidden::int - after.is_hidden::int)::int as change
    from changed_before as before join changed_after as after using (id)
    where before.is_hidden <> after.is_hidden
    group by after.book_id
  ) as totals
  where books.id = totals.book_id;
  return null;
end
$$;

create trigger count_hidden_comments
  after update on comments
  referencing old table as changed_before new table as changed_after
  for each statement
  execute function count_hidden_comments();
