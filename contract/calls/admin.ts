import { call } from '#contract/endpoint.ts'

export const ADMIN_PAGE = 20
export const PREMIUM_MAX_YEARS = 5
export const USER_SORTS = ['new', 'username', 'email', 'type'] as const
export const ADMIN_BOOK_SORTS = ['new', 'title', 'author', 'views', 'rating'] as const
export const BOOK_STATUSES = ['premium', 'free', 'featured'] as const

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
export const listAuditLog = call('GET', '/admin/log', 'admin', 'Failed to load the log')
