-- The language of the pages and mails of an account, as a tag (BCP 47); null is that of the browser, and for mails that of the site.
alter table users add column language text check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' and char_length(language) <= 35);
-- That of the page on which a notice of copyright was sent: its mails are written in it.
alter table copyright_notices add column language text check (language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' and char_length(language) <= 35);
