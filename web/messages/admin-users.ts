/** The messages of the table of users. */

export const USERS = {
  title: 'Manage Users',
  loading: 'Loading users...',
  failed: 'Failed to load users',
  none: 'No users found',
  search: 'Search by username or email',
  searchHint: 'Username or email',
  sorts: { new: 'Newest', username: 'Username', email: 'Email', type: 'User type' },
  columns: { username: 'Username', email: 'Email', type: 'User Type', verified: 'Verified', actions: 'Actions' },
  yes: 'Yes',
  no: 'No',
  suspended: 'Suspended',
  secondFactor: 'Second factor',
  factors: { with: 'Set up', without: 'Not set up' },
  mustVerify: (name: string) =>
    `${name} is saved. Before the next login the new address must be confirmed: a mail with a link is on its way to it.`,
  types: { reader: 'reader', author: 'author', moderator: 'moderator', admin: 'admin' },
  editOf: (name: string) => `Edit ${name}`,
  deleteOf: (name: string) => `Delete ${name}`,
  deleteTitle: 'Delete user',
  deleteText: 'Are you sure you want to delete this user?',
  saved: (name: string) => `${name} is saved.`,
  deleted: (name: string) => `${name} is deleted.`,
} as const
