-- What readers may save of a book: null is its file, as it was before authors could say.
alter table books add column downloads text check (downloads = 'none');

drop trigger books_increment_version on books;
create trigger books_increment_version before update of
  title, author, caption, genre, cover, pdf, pdf_name, is_premium, premium_until, is_featured, subtitle, language, year,
  isbn, tags, licence, content_notes, age, downloads, series_id, series_name, series_number
on books for each row when (
  (old.title, old.author, old.caption, old.genre, old.cover, old.pdf, old.pdf_name, old.is_premium, old.premium_until,
    old.is_featured, old.subtitle, old.language, old.year, old.isbn, old.tags, old.licence, old.content_notes, old.age,
    old.downloads, old.series_id, old.series_name, old.series_number)
  is distinct from
  (new.title, new.author, new.caption, new.genre, new.cover, new.pdf, new.pdf_name, new.is_premium, new.premium_until,
    new.is_featured, new.subtitle, new.language, new.year, new.isbn, new.tags, new.licence, new.content_notes, new.age,
    new.downloads, new.series_id, new.series_name, new.series_number)
) execute function increment_version();
