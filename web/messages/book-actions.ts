/** The messages of a book's publisher, of moderators and of administrators on its page. */
export const BOOK_ACTIONS = {
  label: 'This book',
  edit: 'Edit',
  manage: 'Manage this book',
  hide: 'Hide',
  hideFailed: 'The book could not be hidden. Please try again.',
  delete: 'Delete',
  deleted: 'The book is deleted.',
  deleteFailed: 'The book could not be deleted. Please try again.',
} as const
