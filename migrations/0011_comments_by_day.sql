-- How many comments a book was given today.
create index comments_by_day on comments (book_id, created_at);
