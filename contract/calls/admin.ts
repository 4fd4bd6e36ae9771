import type { Genre } from '#contract/genres.ts'
import { call } from '#contract/endpoint.ts'

export const ADMIN_PAGE = 20
export const PREMIUM_MAX_YEARS = 5
/** An address that somebody pastes is longer than the words of a search. */
export const ADMIN_QUERY_MAX = 300
export const DIRECTIONS = ['asc', 'desc'] as const
export type Direction = (typeof DIRECTIONS)[number]
export const USER_SORTS = ['new', 'username', 'email', 'type'] as const
/** Accounts with a second factor, or without one. */
export const FACTOR_FILTERS = ['with', 'without'] as const
/** 'best-match' is the default of a search, 'new' that of the whole list. */
export const ADMIN_BOOK_SORTS = [
  'best-match',
  'new',
  'title',
  'author',
  'publisher',
  'genre',
  'views',
  'rating',
] as const
export const BOOK_STATUSES = ['premium', 'free', 'featured', 'hidden'] as const
export const BULK_ACTIONS = ['make-premium', 'remove-premium', 'feature', 'unfeature', 'delete'] as const
/** What is done with many books. */
export type BulkChange = { action: (typeof BULK_ACTIONS)[number] } | { action: 'set-genre'; genre: Genre }
export const BULK_MAX = 100
/** What an entry of the audit log is about. */
export const AUDIT_KINDS = [
  'book',
  'user',
  'comment',
  'list',
  'report',
  'site',
  'text',
  'invitation',
  'webhook',
  'import',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

export const getDashboardStats = call('GET', '/admin/dashboard-stats', 'admin', 'Failed to fetch dashboard stats')
export const listUsers = call('GET', '/admin/users', 'admin', 'Failed to fetch users')
export const updateUser = call('PUT', '/admin/users/:id', 'admin', 'Failed to update user')
export const deleteUser = call('DELETE', '/admin/users/:id', 'admin', 'Failed to delete user')
export const listAdminBooks = call('GET', '/admin/books', 'admin', 'Failed to fetch books')
export const togglePremium = call(
  'PUT',
  '/admin/books/:id/toggle-premium',
  'admin',
  'Failed to update book premium status',
)
export const toggleFeatured = call(
  'PUT',
  '/admin/books/:id/toggle-featured',
  'admin',
  'Failed to update featured status',
)
export const getAdminBook = call(
  'GET',
  '/admin/books/:id',
  'admin',
  'Failed to load book details. Please try again later.',
)
export const editAdminBook = call('PUT', '/admin/books/:id', 'admin', 'Failed to update book')
export const deleteAdminBook = call('DELETE', '/admin/books/:id', 'admin', 'Failed to delete book')
export const changeManyBooks = call('POST', '/admin/books/bulk', 'admin', 'Failed to change the books')
export const listAuditLog = call('GET', '/admin/log', 'admin', 'Failed to load the log')
