-- Whether an account was ever asked to be a co-author, and so knows who published the book.
alter table books add column name_was_told boolean not null default false;

update books set name_was_told = true
where exists (select from co_authors where co_authors.book_id = books.id and co_authors.user_id is not null);
