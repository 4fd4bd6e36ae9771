-- What people declare of the rights in a file: that it is their own work, or free to publish. A row stays when the book gets
-- another file, and has the latest time at which the same was declared.
create table rights_declarations (
  book_id uuid not null references books on delete cascade,
  sha256 bytea not null check (octet_length(sha256) = 32),
  rights text not null check (rights in ('own', 'free')),
  declared_at timestamptz not null,
  declared_by uuid references users on delete set null,
  primary key (book_id, sha256, rights)
);

create index rights_declarations_by_user on rights_declarations (declared_by);

-- Published books with the file of another account's book: once for each two books, the one that was published later first.
create table same_files (
  book_id uuid not null references books on delete cascade,
  other_id uuid not null references books on delete cascade,
  -- A rule has listed it for the moderators.
  is_reported boolean not null default false,
  primary key (book_id, other_id)
);

create index same_files_by_other on same_files (other_id);
create index same_files_to_report on same_files (book_id) where not is_reported;

-- Files with the same content as a book's: the size and the shortened SHA-256 of the first of its files.
create index file_checksums_by_content on file_checksums (substr(sums, 1, 20));
