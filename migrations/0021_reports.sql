-- Reports of books, comments and people, notices of copyright, and what moderators decide.

-- One row for each thing that was reported. A report after a decision begins a new round.
create table report_cases (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('book', 'comment', 'person')),
  -- The reported book, comment or account, which may be deleted since.
  subject_id uuid not null,
  -- A title or a username, as it was when the round began.
  subject_name text not null,
  -- The book of a comment.
  book_id uuid,
  -- The publisher of a book, the writer of a comment, or the reported account.
  owner_id uuid references users on delete set null,
  owner_name text,
  is_open boolean not null default true,
  round integer not null default 1,
  -- Changes with each decision and answer, so that a moderator decides what was shown.
  version integer not null default 1,
  -- Of this round.
  report_count integer not null default 0,
  has_answer boolean not null default false,
  has_notice boolean not null default false,
  -- What the latest decision has done.
  outcome text check (outcome in ('hidden', 'suspended', 'dismissed', 'restored')),
  -- When a book returns after a counter-notice.
  returns_at timestamptz,
  first_at timestamptz not null,
  changed_at timestamptz not null,
  unique (kind, subject_id),
  check (returns_at is null or outcome = 'hidden')
);

create index report_cases_by_owner on report_cases (owner_id);
create index report_cases_by_count on report_cases (report_count desc, id desc) include (kind) where is_open;
create index report_cases_by_age on report_cases (first_at, id) include (kind) where is_open;
create index report_cases_decided on report_cases (changed_at desc, id desc) include (kind) where not is_open;
create index report_cases_to_return on report_cases (returns_at) where returns_at is not null;

-- The queue shows how many cases there are of each kind.
create function count_cases() returns trigger
  language plpgsql
  as $$
begin
  if tg_op <> 'INSERT' then
    insert into counters (name, label, change) values ('cases', case_label(old), -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into counters (name, label, change) values ('cases', case_label(new), 1);
  end if;
  return null;
end
$$;

create function case_label(report_cases) returns text
  language sql
  immutable
  return case when $1.is_open then 'open ' else 'decided ' end || $1.kind;

create trigger count_new_cases
  after insert or delete on report_cases
  for each row
  execute function count_cases();

create trigger count_changed_cases
  after update of is_open on report_cases
  for each row
  when (old.is_open <> new.is_open)
  execute function count_cases();

-- What was reported, as it was then: its words, its cover and a page.
create table report_evidence (
  id uuid primary key default uuidv7(),
  case_id uuid not null references report_cases on delete cascade,
  -- A hash of the words, the files and the page number.
  fingerprint text not null,
  words jsonb not null,
  cover bytea,
  page bytea,
  page_number integer check (page_number >= 1),
  taken_at timestamptz not null,
  unique (case_id, fingerprint)
);

create index report_evidence_by_age on report_evidence (taken_at);

create table reports (
  id uuid primary key default uuidv7(),
  case_id uuid not null references report_cases on delete cascade,
  round integer not null,
  -- Null if the account is deleted, for a notice, and where a rule has reported.
  reporter_id uuid references users on delete set null,
  rule text,
  reason text not null,
  words text not null default '' check (char_length(words) <= 500),
  evidence_id uuid references report_evidence on delete set null,
  at timestamptz not null
);

create unique index reports_by_case on reports (case_id, round, reporter_id);
create unique index reports_by_rule on reports (case_id, round, rule) where rule is not null;
create index reports_by_reporter on reports (reporter_id, id);
create index reports_by_age on reports (at);
create index reports_by_evidence on reports (evidence_id);

create table report_decisions (
  id uuid primary key default uuidv7(),
  case_id uuid not null references report_cases on delete cascade,
  round integer not null,
  decision text not null check (decision in ('hide', 'suspend', 'dismiss', 'restore', 'uphold', 'reopen')),
  reason text not null,
  words text not null default '' check (char_length(words) <= 500),
  until timestamptz,
  -- Null where a job has decided, and if the account is deleted.
  decided_by uuid references users on delete set null,
  decided_by_name text,
  at timestamptz not null,
  -- False for what was decided elsewhere than in the queue, until a job has queued the mails.
  has_mails boolean not null default true
);

create index report_decisions_by_case on report_decisions (case_id, id);
create index report_decisions_by_moderator on report_decisions (decided_by);
create index report_decisions_without_mails on report_decisions (id) where not has_mails;

-- Each of both sides can answer once in a round.
create table report_answers (
  id uuid primary key default uuidv7(),
  case_id uuid not null references report_cases on delete cascade,
  round integer not null,
  side text not null check (side in ('reporter', 'owner')),
  user_id uuid references users on delete set null,
  words text not null check (char_length(words) between 1 and 2000),
  at timestamptz not null
);

create unique index report_answers_by_case on report_answers (case_id, round, user_id);
create index report_answers_by_user on report_answers (user_id);

create table copyright_notices (
  id uuid primary key default uuidv7(),
  case_id uuid not null references report_cases on delete cascade,
  round integer not null,
  work text not null,
  place text not null,
  name text not null,
  email text not null,
  address text not null,
  signature text not null,
  at timestamptz not null,
  -- That the claimant has gone to court, after a counter-notice.
  court_words text,
  court_at timestamptz,
  check ((court_words is null) = (court_at is null))
);

create index copyright_notices_by_case on copyright_notices (case_id, round);

create table counter_notices (
  id uuid primary key default uuidv7(),
  case_id uuid not null references report_cases on delete cascade,
  round integer not null,
  user_id uuid references users on delete set null,
  words text not null,
  name text not null,
  email text not null,
  address text not null,
  signature text not null,
  at timestamptz not null,
  unique (case_id, round)
);

create index counter_notices_by_user on counter_notices (user_id);

-- For the page that counts them by month. It names no one and stays when the reports are deleted.
create table report_totals (
  month date not null,
  reason text not null,
  event text not null,
  count integer not null check (count > 0),
  primary key (month, reason, event)
);

-- Comments that were refused as spam, for the rules that report accounts.
create table refused_comments (
  user_id uuid not null references users on delete cascade,
  at timestamptz not null
);

create index refused_comments_by_user on refused_comments (user_id, at);
create index refused_comments_by_age on refused_comments (at);

-- For the rules that report bursts by new accounts.
create index users_by_creation on users (created_at);

-- One row: the HMAC key of the links by which people without an account, or with a suspended one, answer.
create table report_keys (
  id boolean primary key default true check (id),
  key bytea not null check (octet_length(key) = 32)
);

insert into report_keys (key) values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- What is hidden, shown or suspended elsewhere than in the queue has its case too, so that the owner can answer.
create function follow_hidings() returns trigger
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
  select name, book_id, owner_id, username
  into found.subject_name, found.book_id, found.owner_id, found.owner_name
  from (
    select title as name, books.id as book_id, publisher_id as owner_id from books where books.id = hiding.book_id
    union all
    select title, book_id, user_id from comments join books on books.id = book_id where comments.id = hiding.comment_id
    union all
    select username, null, id from users where id = hiding.user_id
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

-- Stores what was done elsewhere, unless the queue has done it: it changes the case first. Returns the changed case.
create function follow_moderation(found report_cases, done text, is_done boolean, done_at timestamptz) returns report_cases
  language plpgsql
  as $$
declare
  changed report_cases;
begin
  if is_done then
    insert into report_cases as cases (
      kind, subject_id, subject_name, book_id, owner_id, owner_name, is_open, outcome, first_at, changed_at
    )
    values (
      found.kind, found.subject_id, found.subject_name, found.book_id, found.owner_id, found.owner_name, false, done,
      done_at, done_at
    )
    on conflict (kind, subject_id) do update set
      outcome = done, is_open = false, has_answer = false, version = cases.version + 1, changed_at = done_at,
      round = cases.round + (not cases.is_open)::int,
      has_notice = cases.is_open and cases.has_notice,
      report_count = case when cases.is_open then cases.report_count else 0 end
    where cases.outcome is distinct from done
    returning * into changed;
  else
    update report_cases
    set outcome = 'restored', is_open = false, returns_at = null, version = version + 1, changed_at = now()
    where kind = found.kind and subject_id = found.subject_id and outcome = done
    returning * into changed;
  end if;
  return changed;
end
$$;

create trigger follow_new_hidings
  after insert on hidings
  for each row
  when (not new.by_publisher)
  execute function follow_hidings();

create trigger follow_deleted_hidings
  after delete on hidings
  for each row
  when (not old.by_publisher)
  execute function follow_hidings();

create function follow_suspension() returns trigger
  language plpgsql
  as $$
declare
  found report_cases;
  decided report_cases;
begin
  found.kind := 'person';
  found.subject_id := new.id;
  found.subject_name := new.username;
  found.owner_id := new.id;
  found.owner_name := new.username;
  select * into decided
  from follow_moderation(found, 'suspended', new.suspended_at is not null, coalesce(new.suspended_at, now()));
  if decided.id is not null then
    insert into report_decisions (case_id, round, decision, reason, words, until, at, has_mails)
    values (
      decided.id, decided.round, case when new.suspended_at is null then 'restore' else 'suspend' end, 'other',
      coalesce(new.suspension_reason, ''), new.suspended_until, decided.changed_at, decided.report_count = 0
    );
  end if;
  return null;
end
$$;

create trigger follow_suspension
  after update of suspended_at on users
  for each row
  when ((old.suspended_at is null) <> (new.suspended_at is null))
  execute function follow_suspension();
