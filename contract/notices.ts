import * as z from 'zod/mini'
import { MailToken } from './accounts.ts'
import { Book } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { Id } from './shapes/ids.ts'
import { Message } from './shapes/people.ts'
import { NOTICE_KINDS, NOTICE_WAYS, NOTICES_AT_ONCE, UNREAD_MAX } from './values/notices.ts'

export * from './values/notices.ts'

const NOT_SAVED = 'This could not be saved. Please try again.'

const Kind = z.enum(NOTICE_KINDS, `A kind of notice is one of ${NOTICE_KINDS.join(', ')}.`)
const Way = z.enum(NOTICE_WAYS, `The way is one of ${NOTICE_WAYS.join(', ')}.`)

/**
 * `book` is absent of an answer on a report. `by` is who replied, unless the account was deleted, and `text` the reply,
 * or what changed in a new version.
 * `count` is the number of ratings or comments of the day, of which more than 99 are not counted.
 */
export const Notice = z.object({
  _id: z.string(),
  kind: Kind,
  at: z.string(),
  isNew: z.boolean(),
  book: z.optional(
    z.pick(Book, { _id: true, title: true, author: true, image: true, imageColor: true, imageMounted: true }),
  ),
  by: z.optional(z.string()),
  text: z.optional(z.string()),
  count: z.optional(z.int()),
})
export type Notice = z.infer<typeof Notice>

const NoticeSetting = z.object({ kind: Kind, how: Way })
export type NoticeSetting = z.infer<typeof NoticeSetting>

export const listNotices = endpoint('GET', '/notices', 'member', {
  failureMessage: 'Failed to load your notices. Please try again.',
  summary: `Up to ${NOTICES_AT_ONCE} notices of the caller, the latest first, before the one with the id \`before\``,
  query: z.object({ before: z.optional(Id) }),
  response: z.array(Notice),
})

export const countNotices = endpoint('GET', '/notices/unread', 'member', {
  summary: `How many notices the caller has not read; ${UNREAD_MAX + 1} stands for more than ${UNREAD_MAX}`,
  response: z.object({ count: z.int() }),
})

export const markNoticesRead = endpoint('PUT', '/notices/read', 'member', {
  failureMessage: NOT_SAVED,
  rates: [{ by: 'caller', max: 180, seconds: 60 }],
  summary: 'Mark a notice of the caller as read, or with `upTo` all up to it',
  body: z.union([z.strictObject({ id: Id }), z.strictObject({ upTo: Id })], 'Say which notices were read.'),
  status: 204,
})

export const listNoticeSettings = endpoint('GET', '/notices/settings', 'member', {
  failureMessage: 'Failed to load this. Please try again.',
  summary: 'How the caller is told of each kind of notice',
  response: z.array(NoticeSetting),
})

export const setNoticeWay = endpoint('PUT', '/notices/settings/:kind', 'member', {
  failureMessage: NOT_SAVED,
  rates: [{ by: 'caller', max: 120, seconds: 3600 }],
  summary: 'Choose how to be told of a kind of notice: by mail only with a confirmed address',
  params: z.object({ kind: Kind }),
  body: z.strictObject({ how: Way }),
  status: 204,
})

export const stopNoticeMails = endpoint('POST', '/auth/stop-notices', 'open', {
  failureMessage: 'The mails could not be stopped. Please try again.',
  rates: [{ by: 'address', max: 30, seconds: 600 }],
  summary: 'Stop the mails of a kind of notice with the token of any of them; the notices still come to the inbox',
  body: z.strictObject({ token: MailToken }),
  response: Message,
})
