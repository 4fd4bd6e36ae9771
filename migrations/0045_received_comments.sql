-- The comments on an author's books with ids up to this one are read.
create table read_comments (
  user_id uuid primary key references users (id) on delete cascade,
  until uuid not null
);

-- What was written before this list existed is not new.
insert into read_comments (user_id, until)
select distinct publisher_id, uuidv7() from books where publisher_id is not null;
