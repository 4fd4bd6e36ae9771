-- Whom and what a member follows: an account or a pen name, a series, a book, a genre or a tag. A series has no row of its
-- own, and a tag is as `tag_key` has it. Only the member sees it.
create table follows (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  author_id uuid references users (id) on delete cascade,
  pen_name_id uuid references pen_names (id) on delete cascade,
  series_id uuid,
  book_id uuid references books (id) on delete cascade,
  genre text,
  tag text check (char_length(tag) between 1 and 40),
  followed_at timestamptz not null,
  check (num_nonnulls(author_id, pen_name_id, series_id, book_id, genre, tag) = 1)
);

-- In the order in which a job tells followers, a portion of them after the other.
create unique index follows_by_author on follows (author_id, user_id) where author_id is not null;
create unique index follows_by_pen_name on follows (pen_name_id, user_id) where pen_name_id is not null;
create unique index follows_by_series on follows (series_id, user_id) where series_id is not null;
create unique index follows_by_book on follows (book_id, user_id) where book_id is not null;
create unique index follows_by_genre on follows (genre, user_id) where genre is not null;
create unique index follows_by_tag on follows (tag, user_id) where tag is not null;
create index follows_by_user on follows (user_id, id);
