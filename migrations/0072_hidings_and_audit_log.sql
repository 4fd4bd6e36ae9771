-- The reason of a hiding that a report led to is the reason of the report and up to 500 characters of a moderator.
alter table hidings
  drop constraint hidings_reason_check,
  add constraint hidings_reason_check check (char_length(reason) between 1 and 600);

-- Deleting an account looks for its entries.
create index audit_log_by_admin on audit_log (admin_id);
