-- What two spellings of a tag have in common, as `tagKey` in contract/detail-fields.ts has it.
create function tag_key(tag text) returns text
  language sql immutable parallel safe
  return left(btrim(regexp_replace(lower(normalize(tag, nfkc) collate pg_unicode_fast), '\s+', ' ', 'g')), 40);

-- What the filters of the library find a book by: a letter for the filter and the value. A book is for readers of an age if
-- it names no greater one.
create function facets_of(genre text, language text, licence text, age smallint, access text[], tags text[])
  returns text[]
  language sql immutable parallel safe
  return (
    select array_agg(distinct facet)
    from unnest(
      array['g:' || genre, 'l:' || split_part(language, '-', 1), 'c:' || licence]
      || array(select 'a:' || reader from unnest(array[13, 16]) as reader where coalesce(age, 0) <= reader)
      || array(select 'x:' || one from unnest(access) as one)
      || array(select 't:' || tag_key(one) from unnest(tags) as one)
    ) as facet
    where facet is not null
  );

alter table books add column facets text[] not null default '{}';
update books set facets = facets_of(genre, language, licence, age, access, tags);

create index books_by_facets on books using gin (facets) with (fastupdate = off) where not is_hidden;
drop index books_by_access;
-- Books with frequent facets are found among the newest without a look at the table. A tag has at most 40 characters, so
-- that an entry fits.
create index books_by_age_with_facets on books (created_at desc, id desc) include (facets) where not is_hidden;

-- A generated column would be computed again at each rating.
create function set_facets() returns trigger
  language plpgsql as $$
begin
  new.facets := facets_of(new.genre, new.language, new.licence, new.age, new.access, new.tags);
  return new;
end
$$;

create trigger books_set_facets
  before insert or update of genre, language, licence, age, access, tags on books
  for each row
  execute function set_facets();

insert into counters (name, label, change)
select 'facets', facet, count(*) from books, unnest(facets) as facet where not is_hidden group by facet;

create function count_facets() returns trigger
  language plpgsql as $$
begin
  insert into counters (name, label, change)
  select 'facets', facet, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed, unnest(facets) as facet
  where not is_hidden
  group by facet;
  return null;
end
$$;

create trigger count_inserted_facets
  after insert on books
  referencing new table as changed
  for each statement
  execute function count_facets();

create trigger count_deleted_facets
  after delete on books
  referencing old table as changed
  for each statement
  execute function count_facets();

create function count_changed_facets() returns trigger
  language plpgsql as $$
begin
  insert into counters (name, label, change)
  select 'facets', facet, sum(change)
  from (
    select facet, -1 from unnest(old.facets) as facet where not old.is_hidden
    union all
    select facet, 1 from unnest(new.facets) as facet where not new.is_hidden
  ) as changes (facet, change)
  group by facet
  having sum(change) <> 0;
  return null;
end
$$;

create trigger count_changed_facets
  after update of genre, language, licence, age, access, tags, is_hidden on books
  for each row
  when (old.facets <> new.facets or old.is_hidden <> new.is_hidden)
  execute function count_changed_facets();
