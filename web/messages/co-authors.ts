import { CO_AUTHORS_MAX, DECLINED_DAYS } from '#contract/values/co-authors.ts'

/** The messages of the co-authors in the form of a book. */
export const CO_AUTHORS = {
  title: 'Co-authors',
  hint: `Up to ${CO_AUTHORS_MAX}: names, or accounts that agree.`,
  later: 'Co-authors can be added once the book is saved as a draft or published.',
  loading: 'Loading the co-authors...',
  list: 'The co-authors of this book, in their order',
  states: {
    named: 'A name without an account',
    asked: 'Asked, no answer yet',
    agreed: 'Agreed',
    declined: `Declined; can be asked again after ${DECLINED_DAYS} days`,
  },
  name: 'Name or username',
  nameHint:
    'An account is asked, and named once it agrees. It then sees the book in every state, but cannot change it. A name without an account is shown at once.',
  ask: 'Ask this account',
  add: 'Add the name only',
  asked: (name: string) => `${name} is asked.`,
  added: (name: string) => `${name} is a co-author now.`,
  removed: (name: string) => `${name} is removed.`,
  up: 'Move up',
  upOf: (name: string) => `Move ${name} up`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  takeBack: 'Take back',
  takeBackOf: (name: string) => `Take back the question to ${name}`,
} as const

/** The messages of somebody who is asked to be a co-author, or is one. */
export const CO_AUTHORSHIPS = {
  title: 'You are asked to be a co-author',
  about: 'What the book is about',
  by: (name: string) => `${name} asks you.`,
  text: 'If you agree, everybody who sees the book sees your name beside its author, and you see it before it is published. You can leave it at any time.',
  agree: 'Agree',
  agreeTo: (title: string) => `Agree to be a co-author of ${title}`,
  decline: 'Decline',
  declineOf: (title: string) => `Decline to be a co-author of ${title}`,
  agreed: (title: string) => `You are a co-author of ${title}.`,
  declined: 'You declined.',
  withOthers: 'With others',
  with: (name: string) => `With ${name}`,
  hidden: 'Hidden by moderators',
  preview: 'Preview and versions',
  previewOf: (title: string) => `Preview and versions of ${title}`,
  comments: 'Comments on these books',
  leave: 'Leave',
  leaveOf: (title: string) => `Leave ${title}`,
  left: (title: string) => `You are no longer a co-author of ${title}.`,
  leaving: {
    title: 'Leave this book?',
    text: (title: string) => `Your name is removed from ${title}, and you no longer see what is not published of it.`,
    cancel: 'Stay',
    going: 'Leaving…',
  },
} as const

/** The messages of the preview of a book for its co-authors. */
export const CO_AUTHOR_PREVIEW = {
  unseen: 'This is what readers will see. Nobody but its authors sees it now.',
  published: 'This is what readers see.',
  back: 'Back to your books',
} as const
