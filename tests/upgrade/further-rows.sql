-- Rows of the tables that a site fills only after days, or by what comes from outside.

insert into book_reach (book_id, looked_at, taken_at, furthest)
select id, '2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z', array_fill(3, array[20]) from books where title = 'Lamps';

insert into book_sources (book_id, month, host, count)
select id, '2026-11-01', 'news.example.org', 4 from books where title = 'Lamps';

insert into book_days (book_id, day, views, opened, readers, finished, downloads, rated, rated_stars)
select id, '2026-11-20', 9, 5, 4, 1, 2, 1, 4 from books where title = 'Lamps';

insert into counter_notices (case_id, round, user_id, words, name, email, address, signature, at)
select id, round, owner_id, 'It is my own.', 'Otto Marsh', 'otto@example.org', '2 Mill Lane', 'Otto Marsh', '2026-11-21T08:00:00Z'
from report_cases where has_notice limit 1;

insert into report_answers (case_id, round, side, user_id, words, at)
select id, round, 'owner', owner_id, 'I wrote it in 2019.', '2026-11-21T09:00:00Z' from report_cases limit 1;

insert into report_decisions (case_id, round, decision, reason, words, decided_by, decided_by_name, at)
select id, round, 'dismiss', 'spam', 'It is none.', (select id from users where username = 'Mo Reed'), 'Mo Reed', '2026-11-22T08:00:00Z'
from report_cases limit 1;

insert into email_changes (user_id, new_email, requested_at, token_hash, expires_at)
select id, 'ida.fenn@example.org', '2026-11-25T08:00:00Z', sha256('a change'), '2026-11-26T08:00:00Z'
from users where username = 'Ida Fenn';

insert into factor_challenges (challenge_hash, purpose, user_id, expires_at)
select sha256('a challenge'), 'second step', id, '2026-11-26T08:00:00Z' from users where username = 'Ada Keys';

insert into factor_guesses (user_id, since, count)
select id, '2026-11-25T08:00:00Z', 2 from users where username = 'Ada Keys';

insert into file_scrubs (begun_at, after, ended_at) values ('2026-11-22T08:07:00Z', 'pdf/', '2026-11-22T08:08:00Z');

insert into invitations (code, note, made_by, made_at, used_by, used_at)
select 'AAAAAAAAAA', 'For Perpetua', (select id from users where username = 'Ada Keys'), '2026-11-20T08:00:00Z', id, '2026-11-20T09:00:00Z'
from users where username = 'Perpetua Quill';

insert into kosync_places (user_id, document, progress, percentage, device, device_id, saved_at)
select id, md5('a book'), '/body/DocFragment[3]', 0.25, 'Kobo', 'A1B2', '2026-11-20T08:00:00Z'
from users where username = 'Perpetua Quill';

insert into list_follows (user_id, list_id, followed_at)
select (select id from users where username = 'Otto Marsh'), id, '2026-11-20T08:00:00Z' from lists;

insert into login_devices (user_id, device_hash, used_at)
select id, sha256('a device'), '2026-11-20T08:00:00Z' from users where username = 'Ida Fenn';

insert into login_networks (user_id, network_hash, used_at)
select id, sha256('a network'), '2026-11-20T08:00:00Z' from users where username = 'Ida Fenn';

insert into mail_tokens (token_hash, user_id, purpose, expires_at)
select sha256('a token'), id, 'reset', '2026-11-26T08:00:00Z' from users where username = 'Otto Marsh';

insert into missing_files (book_id) select id from books where title = 'Lamps again';

insert into page_epubs (book_id, made_of, failure) select id, 'words', 'too-complex' from books where title = 'Lamps again'
on conflict do nothing;

insert into read_comments (user_id, until)
select (select id from users where username = 'Ida Fenn'), id from comments order by comments.id limit 1;

insert into reading_days (user_id, day, book_id, seconds, pages, is_finished)
select (select id from users where username = 'Perpetua Quill'), '2026-11-20', id, 600, 3, true from books where title = 'Lamps';

insert into recommendation_days (day, small_shown, other_shown, small_clicks, other_clicks) values ('2026-11-20', 10, 30, 1, 4);

insert into refused_comments (user_id, at)
select id, '2026-11-20T08:00:00Z' from users where username = 'Otto Marsh';

insert into text_view_parts (text_id, first_page, blocks)
select id, 1, '[{"kind":"paragraph","words":"Once upon a time"}]' from book_texts limit 1
on conflict do nothing;

with made as (
  insert into webhooks (url, secret, events, is_active, made_at)
  values ('https://hooks.example.org/library', 'whsec_c2VjcmV0', array['book.published'], false, '2026-11-20T08:00:00Z')
  returning id
)
insert into webhook_deliveries (webhook_id, event, data, queued_at, state, attempts, tried_at, status)
select id, 'book.published', '{"title":"Lamps"}', '2026-11-20T08:00:00Z', 'delivered', 1, '2026-11-20T08:00:01Z', 204 from made;

update users set suspended_at = '2026-11-24T08:00:00Z', suspension_reason = 'Spam.'
where id = (select id from users where guest order by id limit 1);

insert into app_faults (fault, failed_at) values ('The icon is no picture.', '2026-11-20T08:00:00Z') on conflict do nothing;

insert into app_icons (name, density, png) values ('ic_launcher', 'mdpi', '\x89504e47') on conflict do nothing;

insert into app_keys (source, private_key, key_id, certificate, created_at)
select 'brought', '\x00', id, '\x00', '2026-11-20T08:00:00Z' from file_keys limit 1;

insert into app_packages (version_code, made_from, package_id, apk, sha256, certificate_sha256, made_at)
values (10005, 'words', 'org.example.library', '\x504b0304', repeat('0', 64), repeat('1', 64), '2026-11-20T08:00:00Z')
on conflict do nothing;

insert into backups (started_at, ended_at, snapshot, total_rows, files, bytes, is_encrypted)
values ('2026-11-20T03:00:00Z', '2026-11-20T03:01:00Z', '2026-11-20T03-00-00Z', 900, 12, 34567, true);

insert into file_checks (at, missing) values ('2026-11-20T08:00:00Z', 1) on conflict do nothing;

insert into imported_readers (user_id, export_id, name)
select id, gen_random_uuid(), 'Perpetua' from users where username = 'Perpetua Quill';

insert into imports (made_at, publisher_id, name, folder, rights, draws_covers, adds_duplicates, state, report)
select '2026-11-20T08:00:00Z', id, 'library.zip', null, 'free', true, false, 'done', E'file,result\nlamps.pdf,published\n'
from users where username = 'Ada Keys';

insert into kepub_digests (book_id, content_md5, epub_md5)
select id, md5('lamps for Kobo'), md5('lamps') from books where title = 'Lamps';

insert into page_epub_digests (book_id, content_md5, name_md5s, version, page_count, page_marks)
select id, md5('lamps'), array[md5('Lamps.epub')], 1, 2, '[{"part":0,"before":[],"name":"p"}]' from books where title = 'Lamps';

insert into page_readings (text_id, first_page, pages)
select id, 1, '[]' from book_texts limit 1
on conflict do nothing;

insert into papers (book_id, size, opens_right, crop_marks, is_offered, made_of, failure)
select id, 'a5', true, false, false, 'words', 'too-complex' from books where title = 'ألف ليلة وليلة';

insert into pending_covers (book_id, plain, choice)
select id, 'plain', 'series' from books where title = 'A withdrawn book'
on conflict do nothing;

insert into sign_in_providers (id, settings, added_at)
values ('school', '{"name":"School","issuer":"https://id.example.org","clientId":"library"}', '2026-11-20T08:00:00Z');

insert into sign_in_identities (issuer, subject, user_id, linked_at)
select 'https://id.example.org', 'perpetua', id, '2026-11-20T08:00:00Z' from users where username = 'Perpetua Quill';

insert into sign_in_sessions (session_id, provider, issuer, subject)
select id, 'school', 'https://id.example.org', 'perpetua' from sessions limit 1;

insert into sign_in_attempts (state_hash, secret_hash, provider, purpose, nonce, verifier, expires_at)
values (sha256('a state'), sha256('a secret'), 'school', 'log-in', 'nonce', 'verifier', '2026-11-26T08:00:00Z');

insert into sign_in_tickets (ticket_hash, provider, identity, expires_at)
values (sha256('a ticket'), 'school', '{"issuer":"https://id.example.org","subject":"otto"}', '2026-11-26T08:00:00Z');

insert into used_logout_tokens (issuer, token_hash, expires_at)
values ('https://id.example.org', sha256('a token'), '2026-11-26T08:00:00Z');
