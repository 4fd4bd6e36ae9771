-- The address to which a person has books sent, and since when. A row without an address keeps when it was last confirmed.
create table device_addresses (
  user_id uuid primary key references users on delete cascade,
  address text check (char_length(address) between 3 and 254),
  requested_at timestamptz not null,
  is_confirmed boolean not null default false,
  -- The mail server has refused the mail with the code.
  is_refused boolean not null default false,
  code_hash bytea,
  code_ends_at timestamptz,
  wrong_codes integer not null default 0 check (wrong_codes >= 0),
  confirmed_at timestamptz,
  check (address is not null or not is_confirmed),
  check (confirmed_at is not null or not is_confirmed)
);

-- Books that people have had sent to their device in the last weeks.
create table device_books (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  book_id uuid not null references books on delete cascade,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'unknown', 'refused')),
  reason text check (
    reason in ('stopped', 'no-address', 'not-offered', 'too-large', 'too-large-for-server', 'rejected', 'no-answer')
  ),
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null)),
  check ((state = 'refused') = (reason is not null))
);

create unique index device_books_waiting on device_books (user_id, book_id) where state = 'waiting';
create index device_books_by_user on device_books (user_id, id);
create index device_books_by_book on device_books (book_id);
create index device_books_by_time on device_books (asked_at);
