import { sql } from 'kysely'
import type { CommentRule } from '#contract/values/moderation.ts'
import type { PlacedWords } from '#contract/comments.ts'
import { Problem } from '#contract/api/problems.ts'
import { currentVersion } from '#server/books/current-version.ts'
import { isShown } from '#server/books/is-shown.ts'
import { commentEvents, TELL_JOB } from '#server/notices/record-event.ts'
import type { Services } from '#server/platform/services.ts'
import { versionOfPlace } from '#server/reading/keep-positions.ts'
import { CARRY_COMMENTS_JOB } from './carry-comments.ts'
import { type CommentRow, toComment } from './comment-serializer.ts'
import { assertNotSpam, countLinks } from './comment-spam.ts'

interface AddedComment {
  bookId: string
  userId: string
  text: string
  /** The words of the book that it is about. */
  place?: PlacedWords | undefined
}

/**
 * Adds a comment and updates the count of the book, and what it tells others of, in one statement. It is hidden if all of its
 * writer's are. The account is locked before the book, as by a rating: `lockAccounts` has the order.
 */
export const addComment = async (services: Services, { bookId, userId, text, place }: AddedComment) => {
  await assertNotSpam(services, userId, text, place?.quote)
  const hasLinks = countLinks(`${text} ${place?.quote ?? ''}`) > 0
  const allowedBy: CommentRule[] = hasLinks ? ['open'] : ['open', 'no-links']
  const { rows } = await sql<CommentRow & { isEarlier: boolean }>`
    with writer as (
      select ratings_are_hidden as is_hidden from users where id = ${userId}::uuid for key share
    ), book as (
      update books set comment_count = comment_count + (not writer.is_hidden)::int
      from writer
      where id = ${bookId}::uuid and not books.is_hidden and comment_rule = any(${allowedBy}::text[])
        and ${place?.page ?? 0} <= greatest(page_count, (
          select earlier.page_count from replaced_files as earlier
          where earlier.book_id = books.id and version = ${place?.fileVersion ?? null}::int
        ))
      returning id, comment_count, writer.is_hidden as is_writer_hidden, ${currentVersion} as version,
        ${versionOfPlace(place?.fileVersion ?? null)} as place_version
    ), earlier as (
      update replaced_files set comments_are_carried = false
      from book
      where book_id = book.id and replaced_files.version = place_version
      returning replaced_files.version
    ), added as (
      insert into comments (book_id, user_id, text, created_at, is_hidden, file_version, page, cfi, quote)
      select id, ${userId}::uuid, ${text}, ${services.now()}, is_writer_hidden,
        coalesce((select version from earlier), version),
        ${place?.page ?? null}::int, ${place?.cfi ?? null}, ${place?.quote ?? null} from book
      returning *
    ), noted as (${commentEvents})
    select added.id, text, added.created_at, user_id, username, profile_image, page, cfi, quote, is_lost,
      exists (select from earlier) as is_earlier
    from added join users on users.id = user_id`.execute(services.db)
  const [row] = rows
  if (!row) return throwReason(services, bookId, place?.page ?? 0)
  services.jobs.runSoon(TELL_JOB)
  if (row.isEarlier) services.jobs.runSoon(CARRY_COMMENTS_JOB)
  return { comment: toComment(row) }
}

const NO_LINKS = 'Comments on this book cannot have links.'

const throwReason = async ({ db }: Services, bookId: string, page: number): Promise<never> => {
  const book = await db
    .selectFrom('books')
    .select(['commentRule', 'pageCount'])
    .where('id', '=', bookId)
    .where(isShown)
    .executeTakeFirst()
  if (book?.commentRule === 'closed') throw new Problem('commentsClosed')
  if (book && page > book.pageCount) {
    const message = `This book has ${book.pageCount} pages.`
    throw new Problem('invalid', { message, errors: { place: message } })
  }
  if (book?.commentRule === 'no-links') throw new Problem('invalid', { message: NO_LINKS, errors: { text: NO_LINKS } })
  throw new Problem('bookNotFound')
}
