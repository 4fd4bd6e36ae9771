alter table books
  -- Which of the series' covers it is; null for any other cover, and for those drawn before there was a choice.
  add column cover_seed integer check (cover_seed >= 0),
  -- The cover is the PDF's first page, whole, on a board.
  add column cover_mounted boolean not null default false;
