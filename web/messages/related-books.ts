/** The messages of what else to read. In a file of their own, because they come after a book's page. */
export const RELATED = {
  byAuthor: 'More by this author',
  alsoLiked: 'Readers also liked',
  more: 'More books',
} as const
