import * as z from 'zod/mini'
import { Email, Username } from './accounts.ts'
import { Book, BookParams, SearchQuery } from './books.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './ids.ts'
import { limitOf, pageNumber } from './paging.ts'
import { User, USER_TYPES } from './people.ts'

export const ADMIN_PAGE = 20
export const PREMIUM_MAX_YEARS = 5
export const USER_SORTS = ['new', 'username', 'email', 'type'] as const
export const ADMIN_BOOK_SORTS = ['new', 'title', 'author', 'views', 'rating'] as const
export const BOOK_STATUSES = ['premium', 'free', 'featured'] as const

export const AdminBook = z.extend(Book, { rating: z.number() })

const Pagination = z.object({ page: z.int(), pages: z.int(), total: z.int() })
const done = <T extends z.ZodMiniType>(data: T) => z.object({ success: z.literal(true), data })
const paged = <T extends z.ZodMiniType>(row: T) =>
  z.object({ success: z.literal(true), data: z.array(row), pagination: Pagination })

const Day = z.object({ day: z.string(), count: z.int() })

export const DashboardStats = z.object({
  users: z.object({ total: z.int(), readers: z.int(), authors: z.int(), verified: z.int() }),
  books: z.object({ total: z.int(), premium: z.int() }),
  topViewedBooks: z.array(Book),
  topRatedBooks: z.array(Book),
  recentUsers: z.array(User),
  /** The last 30 days, oldest first. */
  lines: z.object({ signUps: z.array(Day), uploads: z.array(Day), reads: z.array(Day), ratings: z.array(Day) }),
  appDownloads: z.int(),
  waiting: z.object({
    readyForPremium: z.array(z.object({ book: Book, days: z.int() })),
    failedMails: z.int(),
    booksWithoutFile: z.int(),
  }),
})

export const getDashboardStats = endpoint({
  method: 'GET',
  path: '/admin/dashboard-stats',
  access: 'admin',
  summary: 'How the library is doing, and what waits for a person',
  response: done(DashboardStats),
  failed: 'Failed to fetch dashboard stats',
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  access: 'admin',
  summary: 'All accounts that are no guests, page by page',
  query: z.object({
    page: pageNumber,
    limit: limitOf(ADMIN_PAGE),
    query: z.optional(SearchQuery),
    sort: z._default(z.enum(USER_SORTS, 'Sort is one of new, username, email, type.'), 'new'),
  }),
  response: paged(User),
  failed: 'Failed to fetch users',
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/admin/users/:id',
  access: 'admin',
  summary: "Change an account's username, email or type",
  params: z.object({ id: Id }),
  body: z
    .strictObject({
      username: z.optional(Username),
      email: z.optional(Email),
      userType: z.optional(z.enum(USER_TYPES, 'The type is reader, author or admin')),
    })
    .check(z.refine((change) => Object.keys(change).length > 0, 'Change at least one of username, email and type.')),
  response: done(User),
  failed: 'Failed to update user',
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/admin/users/:id',
  access: 'admin',
  summary: 'Delete an account; its comments and books stay without it',
  params: z.object({ id: Id }),
  response: done(z.object({ _id: z.string() })),
  failed: 'Failed to delete user',
})

export const listAdminBooks = endpoint({
  method: 'GET',
  path: '/admin/books',
  access: 'admin',
  summary: 'All books, page by page',
  query: z.object({
    page: pageNumber,
    limit: limitOf(ADMIN_PAGE),
    query: z.optional(SearchQuery),
    sort: z._default(z.enum(ADMIN_BOOK_SORTS, 'Sort is one of new, title, author, views, rating.'), 'new'),
    status: z.optional(z.enum(BOOK_STATUSES, 'Status is one of premium, free, featured.')),
  }),
  response: paged(AdminBook),
  failed: 'Failed to fetch books',
})

export const togglePremium = endpoint({
  method: 'PUT',
  path: '/admin/books/:id/toggle-premium',
  access: 'admin',
  summary: 'Set whether a book is premium, and until when',
  params: BookParams,
  body: z.strictObject({
    isPremium: z.boolean('Say whether the book is premium'),
    premiumDisplayUntil: z._default(z.nullable(z.iso.datetime({ offset: true, error: 'The end is a date and time' })), null),
  }),
  response: done(AdminBook),
  failed: 'Failed to update book premium status',
})

export const toggleFeatured = endpoint({
  method: 'PUT',
  path: '/admin/books/:id/toggle-featured',
  access: 'admin',
  summary: 'Set whether a book is featured',
  params: BookParams,
  body: z.strictObject({ isFeatured: z.boolean('Say whether the book is featured') }),
  response: done(AdminBook),
})

export const deleteAdminBook = endpoint({
  method: 'DELETE',
  path: '/admin/books/:id',
  access: 'admin',
  summary: 'Delete a book with its ratings, comments and files',
  params: BookParams,
  response: done(z.object({ _id: z.string() })),
  failed: 'Failed to delete book',
})
