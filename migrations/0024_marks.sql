-- The books in which a person has marks. Without a foreign key to books: marks are the person's own words and stay in
-- their export when the book is deleted, with the title that it had.
create table marked_books (
  user_id uuid not null references users on delete cascade,
  book_id uuid not null,
  -- The revision of the mark that was changed last. Its row is locked by each change of the person's marks in this book.
  revision bigint not null default 0,
  title text not null,
  author text not null,
  primary key (user_id, book_id)
);

-- Bookmarks, highlights and notes. Browsers make the ids, so they are unique for each person and book only.
create table marks (
  user_id uuid not null,
  book_id uuid not null,
  id uuid not null,
  -- Rises with each change. A device sends the version that its change is based on.
  version integer not null check (version >= 1),
  -- The id of the change, which a device makes for each: a repeated request is recognised by it.
  change uuid not null,
  -- Increasing in the order of changes in this book.
  revision bigint not null,
  -- Null if the mark is deleted.
  content jsonb check (jsonb_typeof(content) = 'object'),
  changed_at timestamptz not null,
  primary key (user_id, book_id, id),
  foreign key (user_id, book_id) references marked_books on delete cascade
);

create unique index marks_by_revision on marks (user_id, book_id, revision);
