/** The messages of the page after a book's last one. */
export const CLOSING = {
  end: 'The end of',
  book: 'Go to the book’s page',
} as const
