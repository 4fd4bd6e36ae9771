-- One row: the HMAC key of the unsubscribe links in weekly mails. It never changes, because old mails have such links.
create table unsubscribe_keys (
  id boolean primary key default true check (id),
  key bytea not null check (octet_length(key) = 32)
);

insert into unsubscribe_keys (key) values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
