/** The messages of a premium book, which its page loads at once. */
export const PREMIUM = {
  badge: 'PREMIUM',
  back: 'Back to Premium Books',
  category: 'Category: ',
  comment: { post: 'Post Comment', posting: 'Posting...' },
} as const
