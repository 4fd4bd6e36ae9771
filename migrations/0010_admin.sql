-- Rises with each change that an administrator could make, whoever makes it: who changes a row says which one they saw.
alter table users add column version integer not null default 1;
alter table books add column version integer not null default 1;

create function next_version() returns trigger
  language plpgsql
  as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

create trigger users_next_version
  before update of username, email, user_type on users
  for each row
  when ((old.username, old.email, old.user_type) is distinct from (new.username, new.email, new.user_type))
  execute function next_version();

create trigger books_next_version
  before update of title, author, caption, genre, cover, pdf, pdf_name, is_premium, premium_until, is_featured on books
  for each row
  when (
    (old.title, old.author, old.caption, old.genre, old.cover, old.pdf, old.pdf_name, old.is_premium, old.premium_until, old.is_featured)
    is distinct from
    (new.title, new.author, new.caption, new.genre, new.cover, new.pdf, new.pdf_name, new.is_premium, new.premium_until, new.is_featured)
  )
  execute function next_version();

-- How many there are, without counting them: the sum of all changes. Rows are only added, so nobody waits for anybody;
-- a job counts anew once an hour and leaves one row of each.
create table tallies (
  what text not null,
  change integer not null
);

create function tally_books() returns trigger
  language plpgsql
  as $$
begin
  insert into tallies
  select 'books', case tg_op when 'INSERT' then 1 else -1 end * count(*) from touched having count(*) > 0;
  return null;
end
$$;

create trigger tally_new_books
  after insert on books
  referencing new table as touched
  for each statement
  execute function tally_books();

create trigger tally_gone_books
  after delete on books
  referencing old table as touched
  for each statement
  execute function tally_books();

-- Guests are no users here.
create function tally_users() returns trigger
  language plpgsql
  as $$
declare
  one integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into tallies
  select user_type, one * count(*) from touched where not guest group by user_type
  union all
  select 'verified', one * count(*) from touched where not guest and verified having count(*) > 0;
  return null;
end
$$;

create trigger tally_new_users
  after insert on users
  referencing new table as touched
  for each statement
  execute function tally_users();

create trigger tally_gone_users
  after delete on users
  referencing old table as touched
  for each statement
  execute function tally_users();

create function tally_changed_user() returns trigger
  language plpgsql
  as $$
begin
  insert into tallies
  select what, change from (values
    (old.user_type, case when old.guest then 0 else -1 end),
    (new.user_type, case when new.guest then 0 else 1 end),
    ('verified', (new.verified and not new.guest)::int - (old.verified and not old.guest)::int)
  ) as changed (what, change)
  where change <> 0;
  return null;
end
$$;

create trigger tally_changed_users
  after update of user_type, verified, guest on users
  for each row
  when ((old.user_type, old.verified, old.guest) is distinct from (new.user_type, new.verified, new.guest))
  execute function tally_changed_user();

insert into tallies
select 'books', count(*) from books
union all
select user_type, count(*) from users where not guest group by user_type
union all
select 'verified', count(*) from users where not guest and verified;

-- The orders in which administrators look at users and books. What an expression is made of is included, so that a far
-- page is found in the index alone.
create index users_listed_by_age on users (created_at desc, id desc) where not guest;
create index users_listed_by_name on users (same_name(username)) include (username, id) where not guest;
create index users_listed_by_type on users (user_type, same_name(username)) include (username, id) where not guest;
create index users_by_words on users using gin (lower(username) gin_trgm_ops, email gin_trgm_ops) where not guest;
create index books_by_author on books (author, title, id);
create index books_by_rating on books ((rating_sum::float / greatest(rating_count, 1)) desc, id desc)
  include (rating_sum, rating_count);

-- What it is called, for whoever reads the log after it is gone.
alter table audit_log add column subject_name text not null default '';

-- Codes that let one person register each, while the site takes people by invitation alone.
create table invitations (
  code text primary key check (code ~ '^[A-Z2-9]{10}$'),
  note text not null check (char_length(note) <= 80),
  made_by uuid references users on delete set null,
  made_at timestamptz not null,
  used_by uuid references users on delete set null,
  used_at timestamptz,
  check (used_by is null or used_at is not null)
);

create index invitations_by_age on invitations (made_at desc, code);
create index invitations_by_maker on invitations (made_by);
create index invitations_by_user on invitations (used_by);
