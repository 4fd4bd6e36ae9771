-- Featured books are shown in the order in which they were featured. Until now that was not stored, and the newest books
-- came first.
alter table books add column featured_at timestamptz;
update books set featured_at = created_at where is_featured;
alter table books add constraint books_featured_at check (is_featured = (featured_at is not null));

create function set_featured_at() returns trigger language plpgsql as $$
begin
  new.featured_at := case when new.is_featured then clock_timestamp() end;
  return new;
end
$$;

create trigger books_set_featured_at
  before insert or update of is_featured on books
  for each row
  when (new.is_featured <> (new.featured_at is not null))
  execute function set_featured_at();

drop index books_featured;
create index books_featured on books (featured_at desc, id desc) where is_featured;
