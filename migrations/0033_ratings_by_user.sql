-- Recommendations read the latest ratings of a reader, which stand on as many pages of the table. The index has all that is
-- read of them, so they are read from one or two of its pages.
drop index ratings_by_user;
create index ratings_by_user on ratings (user_id, rated_at desc) include (book_id, stars, ranked);
