import { sql } from 'kysely'

/**
 * Whether what an account does with one of `books` counts in the book's figures: nothing that its publisher, a co-author, a
 * moderator or an administrator does. True for null, which is a visitor.
 */
export const countsAsReader = (userId: unknown) => sql<boolean>`(
  coalesce(books.publisher_id <> ${userId}::uuid, true)
  and not exists (
    select from co_authors
    where co_authors.book_id = books.id and co_authors.user_id = ${userId}::uuid and co_authors.state = 'agreed'
  )
  and not exists (select from users as person where person.id = ${userId}::uuid and user_type in ('moderator', 'admin'))
)`
