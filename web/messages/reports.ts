import type { Outcome, ReportKind, ReportReason } from '#contract/values/reports.ts'

/** The messages of reports and of the answers to them. */

export const REASONS: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or advertising',
  copyright: 'Copied without permission',
  sexual: 'Sexual content',
  hate: 'Hate or threats',
  harassment: 'Harassment of a person',
  illegal: 'Against the law',
  misleading: 'Not what it says it is',
  other: 'Something else',
}

export const REPORT = {
  report: 'Report',
  reportBook: 'Report this book',
  reportPage: 'Report this page',
  reportComment: 'Report comment',
  reportList: 'Report this list',
  reportPerson: (name: string) => `Report ${name}`,
  titles: {
    book: 'Report this book',
    comment: 'Report this comment',
    person: 'Report this person',
    list: 'Report this list',
  },
  text: 'Moderators look at it. They see your name; others do not.',
  place: (words: string) => `The place that they see: “${words}”`,
  reason: 'Reason',
  choose: 'Please choose a reason',
  words: 'What is wrong?',
  wordsHint: 'A sentence is enough.',
  needsWords: 'Please say in a sentence what is wrong',
  ownWork: 'Is it your own work?',
  notice: 'Send a notice of copyright',
  send: 'Send report',
  sending: 'Sending...',
  cancel: 'Cancel',
  sent: 'Thank you. Your profile shows what comes of your report.',
} as const

export const OUTCOMES: Readonly<Record<Outcome, string>> = {
  hidden: 'Hidden',
  suspended: 'Account suspended',
  dismissed: 'Nothing was hidden',
  restored: 'Shown again',
}

export const OWN_REPORTS = {
  title: 'Reports',
  text: 'What you have reported, and what moderators have decided about your books, comments and lists.',
  loading: 'Loading your reports...',
  none: 'You have reported nothing, and nothing of yours is hidden.',
  made: 'Reported by you',
  about: 'About your books, your comments and you',
  nameOf: {
    book: (name) => `“${name}”`,
    comment: (name) => `Comment on “${name}”`,
    person: (name) => name,
    list: (name) => `List “${name}”`,
  } satisfies Record<ReportKind, (name: string) => string>,
  waiting: 'Waiting for a moderator',
  answerWaits: 'Your answer is waiting for a moderator',
  outcomes: OUTCOMES,
  until: (day: string) => `until ${day}`,
  returns: (day: string) => `It is shown again on ${day}, unless the other side goes to court.`,
  answer: 'Answer',
  answerOf: (name: string) => `Answer about ${name}`,
  counter: 'Send a counter-notice',
  answered: (words: string) => `Your answer: ${words}`,
  claim: (name: string, work: string) => `${name} says that it copies: ${work}`,
} as const

export const ANSWER = {
  title: 'Your answer',
  text: 'You can answer once. A moderator reads it and decides again; until then it stays as it is.',
  words: 'What should the moderators know?',
  missing: 'Please write your answer first',
  send: 'Send answer',
  sending: 'Sending...',
  cancel: 'Cancel',
  sent: 'Your answer is with the moderators.',
} as const

export const CONTACT_FIELDS = {
  name: 'Your full name',
  email: 'Email',
  address: 'Postal address',
  signature: 'Signature',
  signatureHint: 'Type your full name.',
} as const

export const COUNTER = {
  title: 'Counter-notice',
  text: 'We pass it on to the person who sent the notice, with your name and addresses. If that person does not go to court within the waiting time, the book is shown again by itself.',
  words: 'Why may you publish this book?',
  isMistake: 'Under penalty of perjury: I believe in good faith that the book was hidden by mistake.',
  acceptsCourt: 'I accept the courts at my address, and will accept legal papers from the person who sent the notice.',
  send: 'Send counter-notice',
  sent: (day: string) =>
    `Your counter-notice is on its way. The book is shown again on ${day}, unless the other side goes to court.`,
} as const
