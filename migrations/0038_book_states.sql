-- A book is a draft, planned for a time, published or withdrawn. Only published ones are shown, unless they are hidden.
alter table books
  add column state text not null default 'published'
    check (state in ('draft', 'planned', 'published', 'withdrawn')),
  add column publish_at timestamptz,
  -- Null until it is published for the first time, and for books published before there were drafts.
  add column published_at timestamptz,
  add column withdrawn_at timestamptz,
  add constraint books_planned check ((state = 'planned') = (publish_at is not null)),
  add constraint books_withdrawn check ((state = 'withdrawn') = (withdrawn_at is not null)),
  drop constraint books_title_check,
  drop constraint books_author_check,
  drop constraint books_caption_check,
  -- A draft may lack its words.
  add constraint books_title_check check (char_length(title) <= 200 and (title <> '' or state = 'draft')),
  add constraint books_author_check check (char_length(author) <= 100 and (author <> '' or state = 'draft')),
  add constraint books_caption_check check (char_length(caption) <= 5000 and (caption <> '' or state = 'draft')),
  add constraint books_genre_check check (genre <> '' or state = 'draft');

create index books_withdrawn on books (withdrawn_at) where state = 'withdrawn';
create index books_planned on books (publish_at) where state = 'planned';

-- What `is_hidden` is derived from: a statement that changes the state or the hidings of a book sets it to this.
create function book_is_hidden(state text, book_id uuid, publisher_id uuid) returns boolean
language sql stable
as $$
select state <> 'published' or exists (
  select from hidings where hidings.book_id = $2 or hidings.user_id = $3
)
$$;
