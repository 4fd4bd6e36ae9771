-- What else an author can say of a book. A series has no row of its own: its books have the same id, name and publisher.
alter table books
  add column subtitle text check (char_length(subtitle) between 1 and 200),
  add column language text check (char_length(language) between 2 and 35),
  -- Of its first publication.
  add column year smallint check (year between 1 and 9999),
  add column isbn text check (isbn ~ '^97[89]\d{10}$'),
  add column tags text[] not null default '{}' check (cardinality(tags) <= 10),
  add column licence text check (licence in (
    'all-rights-reserved', 'cc0', 'cc-by', 'cc-by-sa', 'cc-by-nc', 'cc-by-nc-sa', 'cc-by-nd', 'cc-by-nc-nd'
  )),
  add column content_notes text check (char_length(content_notes) between 1 and 500),
  -- The least age of its readers.
  add column age smallint check (age in (13, 16, 18)),
  add column series_id uuid,
  add column series_name text check (char_length(series_name) between 1 and 200),
  add column series_number double precision check (series_number between 0 and 9999),
  add constraint books_series check ((series_id is null) = (series_name is null)),
  add constraint books_number_in_series check (series_number is null or series_id is not null);

create index books_by_series on books (series_id, series_number, created_at, id) where series_id is not null;

drop trigger books_increment_version on books;
create trigger books_increment_version before update of
  title, author, caption, genre, cover, pdf, pdf_name, is_premium, premium_until, is_featured, subtitle, language, year,
  isbn, tags, licence, content_notes, age, series_id, series_name, series_number
on books for each row when (
  (old.title, old.author, old.caption, old.genre, old.cover, old.pdf, old.pdf_name, old.is_premium, old.premium_until,
    old.is_featured, old.subtitle, old.language, old.year, old.isbn, old.tags, old.licence, old.content_notes, old.age,
    old.series_id, old.series_name, old.series_number)
  is distinct from
  (new.title, new.author, new.caption, new.genre, new.cover, new.pdf, new.pdf_name, new.is_premium, new.premium_until,
    new.is_featured, new.subtitle, new.language, new.year, new.isbn, new.tags, new.licence, new.content_notes, new.age,
    new.series_id, new.series_name, new.series_number)
) execute function increment_version();
