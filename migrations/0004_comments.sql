create table comments (
  id uuid primary key default uuidv7(),
  book_id uuid not null references books on delete cascade,
  user_id uuid references users on delete set null,
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);

create index comments_by_book on comments (book_id, id);
create index comments_by_user on comments (user_id);
-- For the limit on comments per book and day.
create index comments_by_day on comments (book_id, created_at);
