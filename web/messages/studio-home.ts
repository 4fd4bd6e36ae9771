import { grouped } from './counts.ts'

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${grouped(count)} ${many}`)

/** The messages over an author's own books, and of the page of the comments on them. */
export const STUDIO = {
  week: 'The last seven days',
  views: 'Views',
  ratings: 'Ratings',
  comments: 'Comments',
  before: (count: number) => `${grouped(count)} in the seven days before`,
  figures: 'Figures of all your books',
  waiting: 'Waiting for you',
  newComments: (count: number) => counted(count, 'new comment', 'new comments'),
  hidden: (count: number) => counted(count, 'book is hidden', 'books are hidden'),
  lacksText: (count: number) => counted(count, 'PDF has no text', 'PDFs have no text'),
  allComments: 'Comments on your books',
  filter: 'Which of your books',
  all: 'All',
  groups: {
    draft: 'Drafts',
    planned: 'Planned',
    published: 'Published',
    withdrawn: 'Withdrawn',
    hidden: 'Hidden',
    lacksText: 'Without text',
  },
} as const

export const RECEIVED_COMMENTS = {
  title: 'Comments on your books',
  loading: 'Loading the comments...',
  none: 'Nobody has commented on your books yet.',
  isNew: 'New',
  on: 'On',
  more: 'Show older comments',
} as const
