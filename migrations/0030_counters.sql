-- What counts for a book's place among the best: its average, drawn towards the usual one as by ten ratings of 3.5
-- while few have rated. One five-star vote is no best book.
create function bayesian_rating(stars integer, ratings integer) returns float
  language sql immutable strict parallel safe
  return (stars + 10 * 3.5) / (ratings + 10)::float;

-- Places that change with each rating and each view stand in narrow tables of their own: in books itself each of these
-- writes would enter the row anew in every index there is.
create table book_ranks (
  book_id uuid primary key references books on delete cascade,
  genre text not null,
  rating float not null,
  is_rated boolean not null
);

create table book_reads (
  book_id uuid primary key references books on delete cascade,
  genre text not null,
  views integer not null
);

-- How many books there are of each genre, without counting them: the sum of all changes. Rows are only added, so
-- nobody waits for anybody; whoever finds many of them leaves one of each.
create table book_counts (
  genre text not null,
  books integer not null,
  -- These rise when books change their places from the oldest on, or by title: what was known of places is void then.
  by_age integer not null,
  by_title integer not null
);

insert into book_ranks select id, genre, bayesian_rating(ranked_sum, ranked_count), ranked_count > 0 from books;
insert into book_reads select id, genre, views from books;
insert into book_counts select genre, count(*), 0, 0 from books group by genre;

create index book_ranks_by_rating on book_ranks (rating desc, book_id desc);
create index book_ranks_by_genre on book_ranks (genre, rating desc, book_id desc);
create index book_ranks_rated on book_ranks (rating desc, book_id desc) where is_rated;
create index book_reads_by_views on book_reads (views desc, book_id desc);
create index book_reads_by_genre on book_reads (genre, views desc, book_id desc);
create index books_by_genre_and_title on books (genre, title, id);

-- Room on each page for the new version of a row that was rated or read.
alter table books set (fillfactor = 85);

-- Nobody remembers places within the last hour, so a book that is new takes none away.
create function enter_books() returns trigger
  language plpgsql
  as $$
begin
  insert into book_ranks select id, genre, bayesian_rating(ranked_sum, ranked_count), ranked_count > 0 from entered;
  insert into book_reads select id, genre, views from entered;
  insert into book_counts
  select genre, count(*), count(*) filter (where created_at < now() - interval '1 hour'), count(*)
  from entered
  group by genre;
  return null;
end
$$;

create trigger enter_books
  after insert on books
  referencing new table as entered
  for each statement
  execute function enter_books();

create function count_gone_books() returns trigger
  language plpgsql
  as $$
begin
  insert into book_counts select genre, -count(*), count(*), count(*) from gone group by genre;
  return null;
end
$$;

create trigger count_gone_books
  after delete on books
  referencing old table as gone
  for each statement
  execute function count_gone_books();

create function move_book() returns trigger
  language plpgsql
  as $$
begin
  insert into book_counts values (old.genre, -1, 1, 1), (new.genre, 1, 1, 1);
  if new.genre <> old.genre then
    update book_ranks set genre = new.genre where book_id = new.id;
    update book_reads set genre = new.genre where book_id = new.id;
  end if;
  return null;
end
$$;

create trigger move_book
  after update of genre, title, created_at on books
  for each row
  when ((old.genre, old.title, old.created_at) is distinct from (new.genre, new.title, new.created_at))
  execute function move_book();

create function rank_book() returns trigger
  language plpgsql
  as $$
begin
  update book_ranks
  set rating = bayesian_rating(new.ranked_sum, new.ranked_count), is_rated = new.ranked_count > 0
  where book_id = new.id;
  return null;
end
$$;

create trigger rank_book
  after update of ranked_sum, ranked_count on books
  for each row
  when ((old.ranked_sum, old.ranked_count) is distinct from (new.ranked_sum, new.ranked_count))
  execute function rank_book();

create function count_reads() returns trigger
  language plpgsql
  as $$
begin
  update book_reads set views = new.views where book_id = new.id;
  return null;
end
$$;

create trigger count_reads
  after update of views on books
  for each row
  when (old.views <> new.views)
  execute function count_reads();
