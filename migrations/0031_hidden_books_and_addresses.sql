-- Administrators list hidden books, and search them by their words: there are few of them.
create index books_hidden on books (created_at desc, id desc) where is_hidden;

-- An administrator has changed the address of a verified account, and its owner has not confirmed the new one yet. Unlike
-- a sign-up that nobody verified, the account is neither deleted nor free to register again.
alter table users
  add column email_unconfirmed boolean not null default false,
  add check (not (verified and email_unconfirmed));
