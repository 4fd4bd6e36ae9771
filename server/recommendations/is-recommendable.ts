import { sql } from 'kysely'
import { isShown } from '#server/books/is-shown.ts'

/** A rated book is not recommended if its readers did not like it: fewer than three stars on average. */
export const notDisliked = sql<boolean>`(rating_count = 0 or rating_sum >= 3 * rating_count)`

/** Shown, not disliked by its readers, and neither published nor dismissed by this one, whose list is read once and hashed. */
export const isRecommendable = (readerId: string | null) => sql<boolean>`(
  ${isShown}
  and ${notDisliked}
  and not coalesce(publisher_id = ${readerId}::uuid, false)
  and books.id not in (select book_id from dismissed_books where user_id = ${readerId}::uuid)
)`

export const isUnread = (readerId: string | null) => sql<boolean>`(
  books.id not in (select book_id from ratings where user_id = ${readerId}::uuid)
  and books.id not in (select book_id from reading_positions where user_id = ${readerId}::uuid)
)`
