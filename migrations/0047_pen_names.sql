-- Other names under which an account publishes. Nobody but its owner and administrators learns whose a pen name is.
create table pen_names (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 2 and 60),
  about text check (char_length(about) between 1 and 500),
  links text[] not null default '{}' check (cardinality(links) <= 5),
  typed_skeleton text not null default '',
  lower_skeleton text not null default '',
  created_at timestamptz not null
);

create unique index pen_names_by_name on pen_names (same_name(name));
create unique index pen_names_by_typed_skeleton on pen_names (typed_skeleton);
create unique index pen_names_by_lower_skeleton on pen_names (lower_skeleton);
create index pen_names_by_user on pen_names (user_id);

-- A pen name and a username that are the same, or look alike, do not both exist. Usernames are written side by side; a new
-- pen name waits for those that are being written, and they wait for it.
create function refuse_name_of_account() returns trigger
  language plpgsql
as $$
begin
  new.typed_skeleton := lower(name_skeleton(new.name));
  new.lower_skeleton := name_skeleton(same_name(new.name));
  perform pg_advisory_xact_lock(hashtextextended('names', 0));
  if exists (
    select from users
    where same_name(username) = same_name(new.name)
      or typed_skeleton = new.typed_skeleton
      or lower_skeleton = new.lower_skeleton
  ) then
    raise unique_violation using message = 'the name is taken', constraint = 'pen_names_by_name';
  end if;
  return new;
end
$$;

create trigger pen_names_refuse_name_of_account
  before insert or update of name on pen_names
  for each row execute function refuse_name_of_account();

create function refuse_pen_name() returns trigger
  language plpgsql
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('names', 0));
  if exists (
    select from pen_names
    where same_name(name) = same_name(new.username)
      or typed_skeleton = new.typed_skeleton
      or lower_skeleton = new.lower_skeleton
  ) then
    raise unique_violation using message = 'the name is taken', constraint = 'users_by_username';
  end if;
  return new;
end
$$;

-- Runs after `users_set_name_skeletons`: triggers run in the order of their names.
create trigger users_with_other_names
  before insert or update of username on users
  for each row execute function refuse_pen_name();

alter table books add column pen_name_id uuid references pen_names (id) on delete set null;

create index books_by_pen_name on books (pen_name_id) where pen_name_id is not null;

drop index books_by_author_name;
create index books_by_author_name on books (same_name(author), created_at desc, id desc)
  include (author, publisher_name, pen_name_id, series_id) where not is_hidden;

-- As before, but a book under a pen name has that as the name of its owner.
create or replace function follow_hidings() returns trigger
  language plpgsql
as $$
declare
  found report_cases;
  decided report_cases;
  hiding hidings;
begin
  hiding := case tg_op when 'INSERT' then new else old end;
  found.kind := case when hiding.book_id is not null then 'book' when hiding.comment_id is not null then 'comment' else 'person' end;
  found.subject_id := coalesce(hiding.book_id, hiding.comment_id, hiding.user_id);
  select subject.name, book_id, owner_id, coalesce(pen_name, username)
  into found.subject_name, found.book_id, found.owner_id, found.owner_name
  from (
    select title as name, books.id as book_id, publisher_id as owner_id, pen_names.name as pen_name
    from books left join pen_names on pen_names.id = pen_name_id where books.id = hiding.book_id
    union all
    select title, book_id, user_id, null from comments join books on books.id = book_id where comments.id = hiding.comment_id
    union all
    select username, null, id, null from users where id = hiding.user_id
  ) as subject left join users on users.id = owner_id;
  -- Deleted together with its book, comment or account.
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
