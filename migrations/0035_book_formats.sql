-- The format of a book's file. `pdf` keeps its name: it is the key of the file in any format, in the format's folder.
alter table books
  add column format text not null default 'pdf' check (format in ('pdf', 'epub')),
  add constraint books_format_of_file check (starts_with(pdf, format || '/'));
