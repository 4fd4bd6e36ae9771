/** Statements that give a person so many marks in each of these books, of all colors, a third of them with a note. */
export const insertMarks = (userId: string, bookIds: string[], perBook: number) => {
  const values = [userId, bookIds, perBook]
  return [MARKED_BOOKS, MARKS].map((text) => ({ text, values }))
}

const MARKED_BOOKS = `
    insert into marked_books (user_id, book_id, title, author, revision)
    select $1::uuid, id, title, author, $3::int from books where id = any($2::uuid[])`

const MARKS = `
    insert into marks (user_id, book_id, id, version, change, revision, content, changed_at)
    select
      $1::uuid, book_id, gen_random_uuid(), 1, gen_random_uuid(), n,
      jsonb_build_object(
        'color', (array['gold', 'blue', 'red', 'ink', null])[1 + n % 5],
        'note', case when n % 3 = 0 then repeat('A thought about the sea. ', 4) || n else '' end,
        'file', '',
        'createdAt', to_char(timestamp '2020-01-01' + n * 97 % 2000 * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'anchors', jsonb_build_array(jsonb_build_object(
          'page', 1 + n * 31 % 300, 'start', n, 'end', n + 9, 'prefix', '', 'suffix', '',
          'exact', repeat('The lantern hung from the mast of every boat. ', 4) || n
        ))
      ),
      now()
    from unnest($2::uuid[]) as book_id, generate_series(1, $3::int) as n`
