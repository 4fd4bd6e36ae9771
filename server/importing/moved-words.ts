import { sql } from 'kysely'
import { addComment } from '#contract/comments.ts'
import {
  COMMENTS_FILE,
  type ExportedBook,
  ExportedComments,
  ExportedRatings,
  RATINGS_FILE,
} from '#server/exporting/export-format.ts'
import type { Services } from '#server/platform/services.ts'
import { type MovedBook, SourceError } from './import-source.ts'
import { importedReaders } from './imported-readers.ts'
import { readJson } from './own-export-source.ts'

const MAX_BYTES = 64_000_000
const BATCH = 1000

/** The comments and ratings of a book of an export. Throws `SourceError` for what the library would not take. */
export const readPeoplesWords = async (root: string, { folder, exportId, sumOf }: MovedBook) => {
  const file = (name: string) => ({
    root,
    path: `${folder}/${name}`,
    maxBytes: MAX_BYTES,
    sumOf: () => sumOf(name),
  })
  const comments = await readJson(ExportedComments, file(COMMENTS_FILE))
  const ratings = await readJson(ExportedRatings, file(RATINGS_FILE))
  for (const { text, place } of comments) {
    const { isLost: _, ...words } = place ?? { isLost: false }
    const { data } = addComment.body.safeParse({ text, ...(place && { place: words }) })
    if (data?.text !== text || data.place?.quote !== place?.quote)
      throw new SourceError(`${COMMENTS_FILE} has a comment that the library does not take.`)
  }
  const names = new Set([...comments, ...ratings].flatMap(({ reader }) => reader ?? []))
  return { comments, ratings, findReaders: (services: Services) => importedReaders(services, exportId, names) }
}

interface Words {
  words: Awaited<ReturnType<typeof readPeoplesWords>>
  /** The ids of accounts by the names of readers. */
  readers: ReadonlyMap<string, string>
}

/** The accounts of readers, locked as a person who is being hidden is: what is added of one who is hidden is so too. */
const lockedReaders = (ids: string[]) =>
  sql`select id, ratings_are_hidden from users where id = any(${ids}::uuid[]) order by id for key share`

/** Nobody is told of them, as of a library that moves in. */
export const addComments = async (
  { db }: Services,
  bookId: string,
  { words: { comments }, readers, described }: Words & { described: ExportedBook },
): Promise<void> => {
  let shown = 0
  for (let from = 0; from < comments.length; from += BATCH) {
    const rows = comments.slice(from, from + BATCH).map(({ reader, text, createdAt, place }, n) => ({
      n,
      user_id: reader === null ? null : readers.get(reader),
      text,
      created_at: createdAt,
      ...(place && { page: place.page, cfi: place.cfi, quote: place.quote, is_lost: place.isLost }),
      file_version: Math.min(place?.fileVersion ?? described.version, described.version),
    }))
    // Ids are in the order in which rows are inserted.
    const { rows: added } = await sql<{ isHidden: boolean }>`
      with writers as (${lockedReaders(rows.flatMap(({ user_id: id }) => id ?? []))})
      insert into comments (book_id, user_id, text, created_at, is_hidden, page, cfi, quote, file_version, is_lost)
      select ${bookId}::uuid, user_id, text, created_at, coalesce(ratings_are_hidden, false), page, cfi, quote,
        file_version, coalesce(is_lost, false)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        n int, user_id uuid, text text, created_at timestamptz, page int, cfi text, quote text, file_version int, is_lost bool
      )
        left join writers on writers.id = user_id
      order by n
      returning is_hidden`.execute(db)
    shown += added.filter(({ isHidden }) => !isHidden).length
  }
  if (shown > 0)
    await sql`update books set comment_count = comment_count + ${shown} where id = ${bookId}::uuid`.execute(db)
}

/** They count in the average of the book, unless their reader is hidden, but not in rankings, as those of guests. */
export const addRatings = async ({ db }: Services, bookId: string, { words: { ratings }, readers }: Words) => {
  for (let from = 0; from < ratings.length; from += BATCH) {
    const rows = ratings.slice(from, from + BATCH).map(({ reader, stars, ratedAt }) => ({
      user_id: readers.get(reader),
      stars,
      rated_at: ratedAt,
    }))
    await sql`
      with raters as (${lockedReaders(rows.flatMap(({ user_id: id }) => id ?? []))}), added as (
        insert into ratings (book_id, user_id, stars, ranked, is_hidden, rated_at)
        select ${bookId}::uuid, user_id, stars, false, ratings_are_hidden, rated_at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (user_id uuid, stars int, rated_at timestamptz)
          join raters on raters.id = user_id
        on conflict do nothing
        returning stars, is_hidden
      )
      update books
      set rating_count = rating_count + given.count, rating_sum = rating_sum + given.sum
      from (
        select count(*)::int as count, coalesce(sum(stars), 0)::int as sum from added where not is_hidden
      ) as given
      where id = ${bookId}::uuid`.execute(db)
  }
}
