-- Who is named beside the author of a book: a name that its publisher typed, or an account that was asked and agreed.
create table co_authors (
  id uuid primary key default uuidv7(),
  book_id uuid not null references books on delete cascade,
  place integer not null,
  name text check (char_length(name) between 1 and 100),
  user_id uuid references users on delete cascade,
  state text not null check (state in ('named', 'asked', 'agreed', 'declined')),
  asked_at timestamptz,
  answered_at timestamptz,
  -- The publisher has removed a refusal from the list; it is kept, because the account isn't asked again for some time.
  is_dismissed boolean not null default false,
  unique (book_id, user_id),
  check ((state = 'named') = (name is not null)),
  check ((state = 'named') = (user_id is null)),
  check ((state = 'named') = (asked_at is null)),
  check ((state in ('agreed', 'declined')) = (answered_at is not null)),
  check (not is_dismissed or state = 'declined')
);

create unique index co_authors_by_name_of_book on co_authors (book_id, same_name(name)) where name is not null;

-- The books of an author's page that the author wrote with others, the last named first.
create index co_authors_by_user on co_authors (user_id, id desc) where user_id is not null;
create index co_authors_by_name on co_authors (same_name(name), id desc) where name is not null;
