import { type RawBuilder, sql } from 'kysely'
import { TAGS_MAX } from '#contract/shapes/detail-fields.ts'
import type { NoticeKind } from '#contract/values/notices.ts'

/** What has happened, with what it concerns. */
export interface NoticeEvent {
  id: string
  kind: 'published' | 'version' | 'premium' | 'rated' | 'commented' | 'reply' | 'report'
  bookId: string | null
  commentId: string | null
  caseId: string | null
  round: number | null
  publisherId: string | null
  penNameId: string | null
  seriesId: string | null
  genre: string | null
  tags: string[]
}

/** Some people who are told of an event, as a notice of a kind. Each is told once, by the first audience that has them. */
export interface Audience {
  kind: NoticeKind
  /** Selects `user_id`, in any order; the caller takes a portion by it. Undefined if there is nobody. */
  people: (event: NoticeEvent) => RawBuilder<unknown> | undefined
}

const followersOf = (column: RawBuilder<unknown>, value: string | null = null) =>
  value === null ? undefined : sql`select user_id from follows where ${column} = ${value}`

/** Followers of a pen name and of its account are two audiences: neither learns of the other's books. */
const ofAuthor: Audience = {
  kind: 'author',
  people: ({ publisherId, penNameId }) =>
    penNameId === null ? followersOf(sql`author_id`, publisherId) : followersOf(sql`pen_name_id`, penNameId),
}

const ofTag = (place: number): Audience => ({
  kind: 'tag',
  people: ({ tags }) => followersOf(sql`tag`, tags[place]),
})

/** Its publisher and the co-authors who have agreed. */
const authorsOf = (kind: NoticeKind): Audience => ({
  kind,
  people: ({ bookId }) => sql`
    select publisher_id as user_id from books where id = ${bookId} and publisher_id is not null
    union
    select user_id from co_authors where book_id = ${bookId} and state = 'agreed'`,
})

/** A reply follows a comment if it is among the next ones about the same words, or about the book as a whole. */
const REPLIES_TO = 10

/** The audiences of each kind of event, one after the other: their order is what the cursor of an event counts. */
export const AUDIENCES: Record<NoticeEvent['kind'], Audience[]> = {
  published: [
    ofAuthor,
    { kind: 'series', people: ({ seriesId }) => followersOf(sql`series_id`, seriesId) },
    ...Array.from({ length: TAGS_MAX }, (_, place) => ofTag(place)),
    { kind: 'genre', people: ({ genre }) => followersOf(sql`genre`, genre) },
  ],
  version: [
    { kind: 'version', people: ({ bookId }) => followersOf(sql`book_id`, bookId) },
    { kind: 'version', people: ({ bookId }) => sql`select user_id from reading_positions where book_id = ${bookId}` },
  ],
  premium: [
    {
      kind: 'premium',
      people: ({ publisherId }) => (publisherId === null ? undefined : sql`select ${publisherId}::uuid as user_id`),
    },
  ],
  rated: [authorsOf('rated')],
  commented: [authorsOf('commented')],
  reply: [
    {
      kind: 'reply',
      people: ({ commentId, bookId }) => sql`
        select distinct user_id from (
          select earlier.user_id
          from comments as reply join comments as earlier on earlier.book_id = ${bookId}::uuid and earlier.id < reply.id
          where reply.id = ${commentId} and not earlier.is_hidden
            and (earlier.page, earlier.quote) is not distinct from (reply.page, reply.quote)
          order by earlier.id desc
          limit ${REPLIES_TO}
        ) as conversation
        where user_id is not null`,
    },
  ],
  report: [
    {
      kind: 'report',
      people: ({ caseId, round }) => sql`
        select reporter_id as user_id from reports
        where case_id = ${caseId} and round = ${round} and reporter_id is not null`,
    },
  ],
}
