import { sql } from 'kysely'
import type { ReportKind } from '#contract/reports.ts'
import type { Database } from '#server/platform/database/connect.ts'

/** What can be reported, as it is now. */
export interface ReportSubject {
  kind: ReportKind
  id: string
  /** A title or a username. */
  name: string
  /** The id of the book, or of a comment's book. */
  bookId: string | null
  ownerId: string | null
  /** A username, or the pen name of a book: moderators see it. */
  ownerName: string | null
  /** Names and texts by field. */
  words: Record<string, string>
  cover: string | null
  pdf: string | null
  pageCount: number | null
  profileImage: string | null
}

/** Finds what is reported. Hidden books and comments are found only for a notice of copyright. */
export const findSubject = async (
  db: Database,
  { kind, id }: Pick<ReportSubject, 'kind' | 'id'>,
  { isHiddenToo = false } = {},
): Promise<ReportSubject | undefined> => {
  const { rows } = await sql<Omit<ReportSubject, 'kind' | 'id'>>`${SUBJECTS[kind](id, isHiddenToo)}`.execute(db)
  return rows[0] && { kind, id, ...rows[0] }
}

const SUBJECTS = {
  book: (id: string, isHiddenToo: boolean) => sql`
    select
      title as name, books.id as book_id, publisher_id as owner_id,
      case when pen_name_id is null then username else author end as owner_name,
      jsonb_build_object('title', title, 'author', author, 'caption', caption) as words,
      cover, pdf, page_count, null as profile_image
    from books left join users on users.id = publisher_id
    where books.id = ${id} and (not is_hidden or ${isHiddenToo} and state in ('published', 'withdrawn'))`,
  comment: (id: string, isHiddenToo: boolean) => sql`
    select
      title as name, book_id, user_id as owner_id, username as owner_name,
      jsonb_strip_nulls(jsonb_build_object('title', title, 'text', text, 'quote', quote)) as words,
      null as cover, null as pdf, null as page_count, null as profile_image
    from comments join books on books.id = book_id left join users on users.id = user_id
    where comments.id = ${id} and (${isHiddenToo} or not (comments.is_hidden or books.is_hidden))`,
  list: (id: string, isHiddenToo: boolean) => sql`
    select
      name, null as book_id, user_id as owner_id, username as owner_name,
      jsonb_build_object('name', name, 'words', words) as words,
      null as cover, null as pdf, null as page_count, null as profile_image
    from lists join users on users.id = user_id
    where lists.id = ${id} and visibility <> 'private' and (${isHiddenToo} or not is_hidden)`,
  person: (id: string) => sql`
    select
      username as name, null as book_id, id as owner_id, username as owner_name,
      jsonb_build_object('username', username) as words,
      null as cover, null as pdf, null as page_count, profile_image
    from users where id = ${id}`,
}
