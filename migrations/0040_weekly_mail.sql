-- Who asked for the weekly mail, and which issue they were sent last or was already out when they asked: an issue goes
-- to nobody twice, whichever process sends it and whenever it is killed.
alter table users
  add column weekly_mail boolean not null default false,
  add column weekly_issue timestamptz,
  add constraint users_weekly_mail_check check (not weekly_mail or (verified and not guest and weekly_issue is not null));

create index users_weekly on users (id) where weekly_mail;

-- Links that stop the weekly mail are signed with this: one row, for mails of years ago have such links too.
create table weekly_keys (
  id boolean primary key default true check (id),
  key bytea not null check (octet_length(key) = 32)
);

insert into weekly_keys (key) values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
