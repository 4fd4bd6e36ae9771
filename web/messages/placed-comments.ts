/** The messages of comments on words of a book. */
export const PLACED_COMMENTS = {
  page: (page: number) => `Page ${page}`,
  ahead: (page: number, reached: number) =>
    reached === 0 ? `About page ${page}.` : `About page ${page}, you are at ${reached}.`,
  lost: 'This passage is not in this version of the book.',
  show: 'Show it',
  add: 'Comment for all readers',
  label: 'Your comment, which all readers see',
  post: 'Post',
  posting: 'Posting...',
  posted: 'Your comment is posted.',
  cancel: 'Cancel',
  tab: 'Comments',
  list: 'Comments on passages of this book',
  none: 'Nobody has commented on a passage yet. Select some text to begin.',
  loading: 'Loading comments...',
  more: 'All comments on this book',
  labelOf: (name: string, text: string) => `Comment by ${name}: ${text}`,
} as const

/** Who a comment is by, where that is one of those who made the book. */
export const COMMENT_BY = { author: 'Author', publisher: 'Publisher' } as const
