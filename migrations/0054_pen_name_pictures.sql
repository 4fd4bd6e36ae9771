-- The address of the picture of a pen name, as that of an account.
alter table pen_names add column image text;
