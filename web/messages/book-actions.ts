/** The messages of a book's publisher, of moderators and of administrators on its page. */
export const BOOK_ACTIONS = {
  label: 'This book',
  edit: 'Edit',
  manage: 'Manage this book',
  hide: 'Hide',
  delete: 'Delete',
  deleted: 'The book is deleted.',
} as const
