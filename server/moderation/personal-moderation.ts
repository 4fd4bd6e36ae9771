import { sql } from 'kysely'
import type { PersonalData } from '#server/accounts/personal-data/personal-data.ts'
import { listBlocked } from './block-person.ts'
import { listOwnHidden } from './list-own-hidden.ts'

/** Whom a person blocks, and what is hidden of theirs. What is hidden stays so when the account is deleted. */
export const personalModeration: PersonalData = {
  exportOf: async (services, userId) => {
    const [blocked, hidden] = await Promise.all([listBlocked(services, userId), listOwnHidden(services, userId)])
    return { documents: { blocked: blocked.map(({ _id, username }) => ({ _id, username })), hidden } }
  },
  deleteFor: async (_services, trx, { userIds }) => {
    const person = sql`hidings as person where person.user_id = any(${userIds}::uuid[])`
    await sql`
      insert into hidings (book_id, reason, hidden_by, hidden_at, until)
      select books.id, reason, hidden_by, hidden_at, until
      from books, ${person} and publisher_id = person.user_id
      on conflict do nothing`.execute(trx)
    await sql`
      insert into hidings (comment_id, reason, hidden_by, hidden_at, until)
      select comments.id, reason, hidden_by, hidden_at, until
      from comments, ${person} and comments.user_id = person.user_id
      on conflict do nothing`.execute(trx)
    return async () => {}
  },
}
