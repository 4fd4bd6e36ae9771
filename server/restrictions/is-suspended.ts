import { sql, type SqlBool } from 'kysely'

/** The condition that an account in the table `users` is suspended at that time, in a form that uses its partial index. */
export const isSuspended = (at: Date) =>
  sql<SqlBool>`(users.suspended_at is not null and (users.suspended_until is null or users.suspended_until > ${at}))`

/** The condition that the publisher of a book in the table `books` is suspended at that time: what they planned waits. */
export const isPublisherSuspended = (at: Date) =>
  sql<SqlBool>`exists (select from users where users.id = books.publisher_id and ${isSuspended(at)})`

/** The same of a row. */
export const isSuspendedAt = (
  { suspendedAt, suspendedUntil }: { suspendedAt: Date | null; suspendedUntil: Date | null },
  at: Date,
): boolean => suspendedAt !== null && (suspendedUntil === null || suspendedUntil > at)

/** Whether an account gets mails that concern neither the account itself nor its suspension. */
export const mayGetMail = (at: Date) => sql<SqlBool>`not ${isSuspended(at)}`
