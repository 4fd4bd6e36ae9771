import type { Genre } from '#contract/shapes/genres.ts'

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
