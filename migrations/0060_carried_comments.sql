-- The place of a comment is in a version of the file; it is carried over to later ones, or its words are not there.
alter table comments
  add column file_version integer not null default 1 check (file_version >= 1),
  add column is_lost boolean not null default false;

update comments
set file_version = number
from (
  select comments.id, max(number) as number
  from comments
  join book_versions using (book_id)
  where page is not null and book_versions.created_at <= comments.created_at
  group by comments.id
) as earlier
where earlier.id = comments.id and number > 1;

alter table replaced_files add column comments_are_carried boolean not null default false;
