-- The files that a book has had, from the second one on; the one that `books` names is the latest. A book whose file was
-- never replaced has no row, and its file is version 1.
create table book_versions (
  book_id uuid not null references books on delete cascade,
  number integer not null check (number >= 1),
  -- The same as of an earlier version that the author went back to.
  pdf text not null,
  pdf_name text not null,
  pdf_bytes integer not null check (pdf_bytes > 0),
  format text not null,
  page_count integer not null check (page_count >= 1),
  accessibility jsonb,
  -- What changed, in the author's words.
  note text check (char_length(note) between 1 and 500),
  created_at timestamptz not null,
  primary key (book_id, number)
);

create index book_versions_by_pdf on book_versions (pdf);

-- The version of the file that the page is of. 0: of a file from before versions were kept.
alter table device_positions add column file_version integer not null default 1;

-- The texts of earlier files, by which positions are carried over, also those that a reader saves who has an earlier file
-- still open.
alter table replaced_files
  add column version integer not null default 0,
  add column is_carried boolean not null default false,
  drop constraint replaced_files_pkey,
  add primary key (book_id, version);
alter table replaced_files alter column version drop default;

update device_positions as position
set file_version = 0
from replaced_files as replaced
join reading_positions as reading using (book_id)
where
  position.user_id = reading.user_id and position.book_id = reading.book_id and position.read_at <= replaced_at;
