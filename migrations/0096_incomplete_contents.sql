-- The entries of a PDF's outline whose place pdf.js does not read, with the pages that they name. Null where there are none.
alter table book_texts add column contents jsonb;
