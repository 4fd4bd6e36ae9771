-- The list of all series goes from each name to the next one.
create index books_by_series_name on books (series_name, series_id) where series_id is not null and not is_hidden;
