/** The messages of a book's publisher and of administrators on its page. */
export const BOOK_ACTIONS = {
  label: 'This book',
  edit: 'Edit',
  manage: 'Manage this book',
  delete: 'Delete',
  deleted: 'The book is deleted.',
  deleteFailed: 'The book could not be deleted. Please try again.',
} as const
