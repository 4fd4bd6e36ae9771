import type { FollowKind } from '#contract/values/follows.ts'
import type { NoticeKind, NoticeWay } from '#contract/values/notices.ts'
import { grouped } from './counts.ts'

export const FOLLOW = {
  follow: 'Follow',
  following: 'Following',
  followOf: (name: string) => `Follow ${name}`,
  followers: (count: number) => (count === 1 ? '1 follower' : `${grouped(count)} followers`),
  followed: (name: string) => `You follow ${name}. You are told in your notices.`,
  unfollowed: (name: string) => `You no longer follow ${name}.`,
} as const

/** '99+' for more than 99. */
export const countUpTo99 = (count: number) => (count > 99 ? '99+' : `${count}`)

interface About {
  author?: string | undefined
  by?: string | undefined
  count?: number | undefined
  /** The count as text, '99+' for more than 99. */
  shown?: string | undefined
}

export const NOTICES = {
  title: 'Notices',
  bell: (count: number, shown: string) => (count === 0 ? 'Notices' : `Notices, ${shown} unread`),
  loading: 'Loading your notices...',
  none: 'Nothing yet. Follow an author, a series, a book, a genre or a tag, and you are told here what is new.',
  more: 'Show more',
  isNew: 'New',
  markAll: 'Mark all as read',
  settings: 'What you follow, and how you are told',
  toReports: 'Go to your reports',
  /** What a notice says before the title of its book. */
  said: {
    author: ({ author }) => `${author} has published`,
    series: () => 'New in a series that you follow:',
    tag: () => 'New with a tag that you follow:',
    genre: () => 'New in a genre that you follow:',
    version: () => 'There is a new version of',
    reply: ({ by }) => `${by ?? 'Somebody'} has commented after you on`,
    report: () => 'Moderators have decided on your report.',
    rated: ({ count, shown }) => (count === 1 ? '1 new rating of your book' : `${shown} new ratings of your book`),
    commented: ({ count, shown }) =>
      count === 1 ? '1 new comment on your book' : `${shown} new comments on your book`,
    premium: () => 'Premium now: your book',
  } satisfies Record<NoticeKind, (about: About) => string> as Record<NoticeKind, (about: About) => string>,
} as const

export const FOLLOWS = {
  title: 'Notices',
  inbox: 'Go to your notices',
  list: 'What you follow',
  listText: 'Nobody else sees this. Lists of books that you follow are among your lists.',
  none: 'You follow nothing yet. The pages of authors, series, books, genres and tags have a button for it.',
  loading: 'Loading what you follow...',
  more: 'Show more',
  stop: 'Stop following',
  stopOf: (name: string) => `Stop following ${name}`,
  kinds: { author: 'Author', series: 'Series', book: 'Book', genre: 'Genre', tag: 'Tag' } satisfies Record<
    FollowKind,
    string
  >,
  how: 'How you are told',
  howText:
    'All of it comes to your notices, unless it is off. The weekly mail comes on Fridays, the daily one at six (UTC).',
  guests: 'Mails need an account with an address.',
  saved: 'Saved.',
  about: {
    author: 'A new book by an author you follow',
    series: 'A new book in a series you follow',
    tag: 'A new book with a tag you follow',
    genre: 'A new book in a genre you follow',
    version: 'A new version of a book that you follow or have begun',
    reply: 'A comment after yours',
    report: 'A decision about your report',
    rated: 'Ratings of your books',
    commented: 'Comments on your books',
    premium: 'Your book becomes premium',
  } satisfies Record<NoticeKind, string>,
  ways: {
    off: 'Off',
    inbox: 'In my notices',
    mail: 'Also by mail, at once',
    daily: 'Also by mail, daily',
    weekly: 'Also in the weekly mail',
  } satisfies Record<NoticeWay, string>,
} as const

export const STOP_NOTICES = {
  title: 'Stop these mails',
  heading: 'No more of these mails?',
  text: 'You still find everything in your notices, and can ask for mails again on your profile at any time.',
  done: 'Stopped',
  broken: 'This link is incomplete',
  brokenText: 'Open it from the mail again, or choose on your profile how you are told.',
  profile: 'Go to your profile',
  failed: 'The mails could not be stopped. Please try again.',
} as const
