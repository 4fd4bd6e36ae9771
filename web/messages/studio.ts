/** The messages of a book's way from draft to publication, and of its withdrawal. */
export const DRAFT = {
  title: 'Your draft',
  lede: 'Nobody but you sees it until you publish it. What you change is saved as you go.',
  begin: 'Save as draft',
  beginning: 'Saving…',
  begun: 'Saved as a draft. Nobody but you sees it.',
  saved: 'All changes saved',
  saving: 'Saving…',
  unsaved: 'Not saved yet',
  failed: 'Not saved. Trying again…',
  rejected: 'Not saved. Please correct what is marked.',
  conflict: 'This draft was changed in another tab or on another device.',
  conflictText:
    'Load that version to continue. What you typed here since then stays only as long as this page is open.',
  load: 'Load that version',
  preview: 'Preview',
  publish: 'Publish',
  publishing: 'Publishing…',
  plan: 'Publish later…',
  remove: 'Delete draft',
  published: 'Your book is in the library.',
  untitled: 'Untitled draft',
} as const

export const LEAVE = {
  title: 'Leave your draft?',
  text: 'Your last changes are not saved yet. They can be lost if you leave now.',
  stay: 'Stay',
  go: 'Leave',
} as const

export const PLAN = {
  title: 'Publish later',
  text: 'The book is published automatically at this time. Until then you can change it.',
  at: 'Date and time',
  hint: (zone: string) => `In your time zone, ${zone}.`,
  go: 'Plan it',
  going: 'Planning…',
  cancel: 'Cancel',
  done: (time: string) => `It will be published on ${time}.`,
} as const

export const STATE = {
  names: { draft: 'Draft', planned: 'Planned', published: 'Published', withdrawn: 'Withdrawn' },
  planned: (time: string) => `Will be published on ${time}. Until then nobody but you sees it.`,
  withdrawn: 'Nobody but you sees this book. If you publish it again, its ratings and comments are as they were.',
  published: 'Everybody can find and read this book.',
  publishNow: 'Publish now',
  publishAgain: 'Publish again',
  changeTime: 'Change the time…',
  cancelPlan: 'Cancel the plan',
  withdraw: 'Withdraw…',
  preview: 'Preview',
  planCancelled: 'The plan is cancelled.',
  withdrawnNow: 'The book is withdrawn.',
} as const

export const WITHDRAW = {
  title: 'Withdraw this book?',
  text: 'It leaves the library: nobody can find or read it. You can publish it again with its ratings and comments.',
  cancel: 'Cancel',
  go: 'Withdraw',
  going: 'Withdrawing…',
} as const

export const BOOK_PREVIEW = {
  title: 'Preview',
  text: 'This is what readers will see. Nobody but you sees it now.',
  edit: 'Back to editing',
  loading: 'Loading book details...',
  comments: 'Ratings and comments will appear here.',
} as const
