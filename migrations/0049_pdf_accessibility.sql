-- PDFs that were published before it was looked at what is known of their accessibility: a job reads them.
create index books_without_accessibility on books (id) where format = 'pdf' and accessibility is null;

alter table book_texts add column accessibility_claimed_until timestamptz not null default '-infinity';
