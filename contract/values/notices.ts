/** What notices are about. The position of a kind is in the links that stop its mails: new kinds are added at the end. */
export const NOTICE_KINDS = [
  'author',
  'series',
  'tag',
  'genre',
  'version',
  'reply',
  'report',
  'rated',
  'commented',
  'premium',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** How somebody is told: not at all, in the inbox alone, or there and by mail at once, daily or in the weekly mail. */
export const NOTICE_WAYS = ['off', 'inbox', 'mail', 'daily', 'weekly'] as const
export type NoticeWay = (typeof NOTICE_WAYS)[number]

/** The kinds of which a mail came before there were notices. */
export const MAILED_AT_FIRST: readonly NoticeKind[] = ['report', 'premium']

export const NOTICES_AT_ONCE = 30
/** More unread notices than this are not counted. */
export const UNREAD_MAX = 99
/** The page that the links at the foot of mails of notices open; mail programs may also send a POST there. */
export const STOP_NOTICES_PAGE = '/auth/stop-notices'
