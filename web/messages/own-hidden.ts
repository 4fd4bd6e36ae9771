/** The messages about one's own hidden books, comments and lists. In a file of their own, because the page of a book loads the others. */

export const OWN_HIDDEN = {
  title: 'Hidden from others',
  book: (title: string) => `Your book “${title}”`,
  comment: (title: string | null) => (title === null ? 'A comment of yours' : `Your comment on “${title}”`),
  list: (name: string) => `Your list “${name}”`,
  person: 'All your books, comments and lists',
  byPublisher: 'Hidden by the publisher of the book.',
  reason: (reason: string) => `Reason: ${reason}`,
  until: (day: string) => `Until ${day}.`,
} as const

export const OWN_BOOK_HIDDEN = {
  badge: 'Hidden',
  text: (reason: string) => `Moderators have hidden this book. The reason: ${reason}`,
  until: (day: string) => `It is shown again after ${day}.`,
  answer: 'See your answer, or send one',
} as const
