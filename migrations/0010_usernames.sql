-- Two Han, kana or Hangul signs can be a whole name: the API counts each of them as two characters.
alter table users
  drop constraint users_username_check,
  add constraint users_username_check check (char_length(username) between 2 and 32);
