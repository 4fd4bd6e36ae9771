/** The messages of moderation: hiding, suspending, blocking, and what people are told of it. */

export const HIDE = {
  hide: 'Hide',
  hiding: 'Hiding...',
  cancel: 'Cancel',
  reason: 'Reason',
  reasonHint: 'The person concerned reads it.',
  howLong: 'For how long',
  times: { good: 'For good', day: 'For a day', week: 'For a week', month: 'For 30 days' },
  what: 'What to hide',
  onlyBook: 'Only this book',
  everythingBy: (name: string) => `Everything by ${name}`,
  book: 'Hide this book',
  bookText: (title: string) =>
    `“${title}” disappears from every list, and its page cannot be opened. Its publisher is told the reason. Nothing is deleted, and you can show it again.`,
  bookDone: 'The book is hidden.',
  comment: 'Hide this comment',
  commentText: 'Nobody sees it any more. Its writer is told the reason. You can show it again.',
  commentDone: 'The comment is hidden.',
  list: 'Hide this list',
  listText: (name: string) => `Nobody sees “${name}” any more. Its owner is told the reason. You can show it again.`,
  listDone: 'The list is hidden.',
  person: 'Hide everything by this person',
  personText: (name: string) =>
    `All books, comments and lists of ${name} are hidden, and so are any that they add. Their ratings do not count. They are told the reason. You can show them again.`,
  personDone: (name: string) => `The books, comments and lists of ${name} are hidden.`,
} as const

export const SUSPEND = {
  suspend: 'Suspend',
  suspending: 'Suspending...',
  suspendOf: (name: string) => `Suspend ${name}`,
  title: 'Suspend this account',
  text: (name: string) => `${name} is logged out and cannot log in. They are told the reason. Nothing is deleted.`,
  againText: (name: string) =>
    `${name} is suspended already. This reason and this time replace the earlier ones, and they are told.`,
  hideContent: 'Hide their books, comments and lists too',
  done: (name: string) => `${name} is suspended.`,
} as const

export const HIDDEN_PAGE = {
  title: 'Hidden',
  lede: 'What moderators have hidden. Nothing here is deleted.',
  loading: 'Loading what is hidden...',
  none: 'Nothing is hidden.',
  noneText: 'Hide is on the page of each book and in the menu of each comment.',
  more: 'More',
  kinds: { book: 'Book', comment: 'Comment', person: 'Person', list: 'List' },
  commentOn: (title: string) => `Comment on “${title}”`,
  everythingBy: (name: string) => `Everything by ${name}`,
  by: (name: string) => `by ${name}`,
  nobody: 'a deleted account',
  reason: 'Reason',
  who: (name: string, day: string) => `Hidden by ${name} on ${day}`,
  site: 'the site',
  until: (day: string) => `until ${day}`,
  show: 'Show again',
  showOf: (name: string) => `Show ${name} again`,
  shown: 'It is shown again.',
  suspended: 'Suspended accounts',
  noneSuspended: 'No account is suspended.',
  since: (day: string) => `Suspended on ${day}`,
  end: 'End the suspension',
  endOf: (name: string) => `End the suspension of ${name}`,
  ended: (name: string) => `${name} can log in again.`,
} as const

export const COMMENT_ACTIONS = {
  menu: (name: string) => `More about the comment by ${name}`,
  hide: 'Hide comment',
  hidePerson: 'Hide everything by them',
  block: 'Block this person',
  blocked: (name: string) => `${name} is blocked: neither of you sees the other’s comments.`,
} as const

export const OWN_COMMENTS = {
  rule: 'New comments',
  rules: { open: 'Everyone with an account', 'no-links': 'Everyone with an account, without links', closed: 'Nobody' },
  saved: 'Saved',
  hidden: (count: number) => (count === 1 ? '1 hidden comment' : `${count} hidden comments`),
  show: 'Show again',
  showOf: (name: string) => `Show the comment by ${name} again`,
  byModerator: 'Hidden by a moderator',
  closed: 'Comments on this book are closed.',
  noLinks: 'Comments on this book cannot have links.',
  underPenName: 'This comment will show your username.',
} as const

export const BLOCKS = {
  title: 'Blocked people',
  text: 'Neither of you sees the other’s comments. They are not told.',
  loading: 'Loading the blocked people...',
  none: 'You have not blocked anybody. Block is in the menu of each comment.',
  unblock: 'Unblock',
  unblockOf: (name: string) => `Unblock ${name}`,
  unblocked: (name: string) => `${name} is no longer blocked.`,
} as const

export const WITHDRAWN = {
  one: 'This book was withdrawn.',
  many: (count: number) => `${count} books that you were reading were withdrawn.`,
  page: (page: number, day: string) => `You had read to page ${page} of it, last on ${day}.`,
} as const
