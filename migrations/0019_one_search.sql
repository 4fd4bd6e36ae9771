-- Administrators search by book_search too.
drop index books_by_words;
drop index books_by_plain_title;
