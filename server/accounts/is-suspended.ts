import { sql, type SqlBool } from 'kysely'

/** The condition that an account in the table `users` is suspended at that time, in a form that uses its partial index. */
export const isSuspended = (at: Date) =>
  sql<SqlBool>`(users.suspended_at is not null and (users.suspended_until is null or users.suspended_until > ${at}))`

/** Of mails that concern neither the account itself nor its suspension. */
export const mayGetMail = (at: Date) => sql<SqlBool>`not ${isSuspended(at)}`
