-- PostgreSQL computes a generated column again at each update of a row that has triggers before updates, so each rating,
-- view and comment normalized the title and the author once more. A trigger does it where one of them changes.
alter table books
  alter column search_text drop expression,
  alter column search_text set default '';

create function set_search_text() returns trigger
  language plpgsql as $$
begin
  new.search_text := searchable(new.title || ' ' || new.author);
  return new;
end
$$;

create trigger books_set_search_text
  before insert or update of title, author on books
  for each row
  execute function set_search_text();
