-- The exact place in an EPUB, as a CFI, and the first words at a place that was carried over from an earlier file.
alter table device_positions
  add column cfi text check (char_length(cfi) <= 1000),
  add column quote text check (char_length(quote) between 1 and 200);

-- Books whose file was replaced, until the positions of their readers are carried over to the new one.
create table replaced_files (
  book_id uuid primary key references books on delete cascade,
  -- The text of the earlier file, which is kept until then.
  text_id integer not null references book_texts on delete cascade,
  page_count integer not null,
  replaced_at timestamptz not null
);
