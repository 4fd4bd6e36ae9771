/** The messages of writing and deleting a comment, which are loaded when they are needed. */
export const COMMENT_FORM = {
  label: 'Add a comment',
  placeholder: 'Add a comment...',
  post: 'Post',
  left: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),
  over: (count: number) => (count === 1 ? '1 character too many' : `${count} characters too many`),
  posted: 'Your comment is posted.',
  delete: 'Delete',
  deleteFailed: 'The comment could not be deleted. Please try again.',
  confirmDelete: 'Delete this comment?',
  cancel: 'Cancel',
  deleted: 'The comment is deleted.',
} as const
