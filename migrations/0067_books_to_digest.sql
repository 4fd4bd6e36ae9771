-- The books with a file of which no digest was read yet. `changes` tells that another file came while digests were read.
create table books_to_digest (
  book_id uuid primary key references books on delete cascade,
  changes integer not null default 1
);

create function ask_for_digests() returns trigger
language plpgsql
as $$
begin
  insert into books_to_digest as known (book_id) values (new.id)
  on conflict (book_id) do update set changes = known.changes + 1;
  return null;
end
$$;

create trigger ask_for_digests after insert on books
for each row execute function ask_for_digests();

create trigger ask_for_new_digests after update of pdf, pdf_name on books
for each row when (old.pdf <> new.pdf or old.pdf_name <> new.pdf_name) execute function ask_for_digests();

with files as (
  select
    id as book_id,
    coalesce((select max(number) from book_versions where book_versions.book_id = books.id), 1) as version,
    pdf, pdf_name
  from books
  union all
  select book_id, number, pdf, pdf_name from book_versions
)
insert into books_to_digest (book_id)
select distinct book_id
from files left join book_digests as known using (book_id, version)
where known.pdf is distinct from files.pdf or known.name_md5 <> md5(files.pdf_name);
