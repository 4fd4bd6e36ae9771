-- What a reader wants to read and has finished. Of the changes of each, the one that was made last on any device holds.
create table shelved_books (
  user_id uuid not null references users (id) on delete cascade,
  book_id uuid not null references books (id) on delete cascade,
  is_wanted boolean not null default false,
  want_changed_at timestamptz,
  -- The order by hand: any number between those of its neighbours.
  place double precision not null default 0,
  finished_at timestamptz,
  finish_changed_at timestamptz,
  primary key (user_id, book_id),
  check (not is_wanted or want_changed_at is not null),
  check (finished_at is null or finish_changed_at is not null)
);

create index shelved_books_wanted on shelved_books (user_id, place, book_id) include (want_changed_at) where is_wanted;
create index shelved_books_finished on shelved_books (user_id, finished_at desc, book_id) where finished_at is not null;
create index shelved_books_by_book on shelved_books (book_id);

-- All bits of the id are random, because anyone with the id may see a list that is shared by link.
create table lists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  words text not null default '' check (char_length(words) <= 1000),
  visibility text not null check (visibility in ('private', 'link', 'public')),
  is_hidden boolean not null default false,
  created_at timestamptz not null,
  changed_at timestamptz not null
);

create unique index lists_by_name on lists (user_id, same_name(name));
create index lists_public on lists (created_at, id) include (changed_at) where visibility = 'public' and not is_hidden;
create index lists_public_by_change on lists (changed_at) where visibility = 'public' and not is_hidden;

create table list_books (
  list_id uuid not null references lists (id) on delete cascade,
  book_id uuid not null references books (id) on delete cascade,
  place double precision not null,
  added_at timestamptz not null,
  primary key (list_id, book_id)
);

create index list_books_by_place on list_books (list_id, place, book_id);
create index list_books_by_book on list_books (book_id);

create table list_follows (
  user_id uuid not null references users (id) on delete cascade,
  list_id uuid not null references lists (id) on delete cascade,
  followed_at timestamptz not null,
  primary key (user_id, list_id)
);

create index list_follows_by_list on list_follows (list_id);

-- Lists are hidden and reported as books, comments and people are.
alter table hidings
  add column list_id uuid references lists (id) on delete cascade,
  drop constraint hidings_check,
  add constraint hidings_check check (num_nonnulls(book_id, comment_id, user_id, list_id) = 1);

create unique index hidings_by_list on hidings (list_id) where list_id is not null;

alter table report_cases
  drop constraint report_cases_kind_check,
  add constraint report_cases_kind_check check (kind in ('book', 'comment', 'person', 'list'));

create or replace function follow_hidings() returns trigger
  language plpgsql
as $$
declare
  found report_cases;
  decided report_cases;
  hiding hidings;
begin
  hiding := case tg_op when 'INSERT' then new else old end;
  found.kind := case
    when hiding.book_id is not null then 'book'
    when hiding.comment_id is not null then 'comment'
    when hiding.list_id is not null then 'list'
    else 'person'
  end;
  found.subject_id := coalesce(hiding.book_id, hiding.comment_id, hiding.list_id, hiding.user_id);
  select subject.name, book_id, owner_id, coalesce(pen_name, username)
  into found.subject_name, found.book_id, found.owner_id, found.owner_name
  from (
    select title as name, books.id as book_id, publisher_id as owner_id, pen_names.name as pen_name
    from books left join pen_names on pen_names.id = pen_name_id where books.id = hiding.book_id
    union all
    select title, book_id, user_id, null from comments join books on books.id = book_id where comments.id = hiding.comment_id
    union all
    select name, null, user_id, null from lists where id = hiding.list_id
    union all
    select username, null, id, null from users where id = hiding.user_id
  ) as subject left join users on users.id = owner_id;
  -- Deleted together with its book, comment, list or account.
  if found.subject_name is null then
    return null;
  end if;
  select * into decided from follow_moderation(found, 'hidden', tg_op = 'INSERT', hiding.hidden_at);
  if decided.id is not null then
    insert into report_decisions (
      case_id, round, decision, reason, words, until, decided_by, decided_by_name, at, has_mails
    )
    select
      decided.id, decided.round, case tg_op when 'INSERT' then 'hide' else 'restore' end, 'other',
      case tg_op when 'INSERT' then hiding.reason else '' end, case tg_op when 'INSERT' then hiding.until end,
      users.id, users.username, decided.changed_at, decided.report_count = 0
    from (select case tg_op when 'INSERT' then hiding.hidden_by end as id) as moderator left join users using (id);
  end if;
  return null;
end
$$;
