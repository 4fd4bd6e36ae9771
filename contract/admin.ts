import * as z from 'zod/mini'
import { Email, Username } from './accounts.ts'
import { BookDetails } from './shapes/book-details.ts'
import { Book, BookParams } from './books.ts'
import { endpoint } from './api/endpoint.ts'
import { formerNameOf } from './api/former-name.ts'
import { GENRES } from './shapes/genres.ts'
import { Id, idInPath } from './shapes/ids.ts'
import { limitOf, pageNumber } from './api/paging.ts'
import { User, USER_TYPES, type UserType } from './shapes/people.ts'
import { BookChange, publishBook } from './publishing.ts'
import { line } from './shapes/text.ts'
import { CLAIMS } from './values/site.ts'
import {
  ADMIN_BOOK_SORTS,
  ADMIN_PAGE,
  ADMIN_QUERY_MAX,
  type BulkChange,
  AUDIT_KINDS,
  BOOK_STATUSES,
  BULK_ACTIONS,
  BULK_MAX,
  DIRECTIONS,
  FACTOR_FILTERS,
  USER_SORTS,
} from './values/admin.ts'

export * from './values/admin.ts'

/** The version of a row that the client read before its change, for optimistic locking. */
const SEEN = 'The version is the one that was read.'
const VERSION_MAX = 2_147_483_647
const isVersion = (text: string) => /^\d{1,10}$/.test(text) && Number(text) <= VERSION_MAX
const SeenVersion = z.optional(z.int(SEEN).check(z.minimum(1, SEEN), z.maximum(VERSION_MAX, SEEN)))
const SeenVersionText = z.pipe(z.string(SEEN).check(z.refine(isVersion, SEEN)), z.transform(Number))
const Seen = z.object({ version: z.optional(SeenVersionText) })

const AdminSearch = z.optional(
  line({
    min: 0,
    max: ADMIN_QUERY_MAX,
    missing: 'The search is a text.',
    tooLong: `The search is at most ${ADMIN_QUERY_MAX} characters long.`,
  }),
)
const InDirection = z.optional(z.enum(DIRECTIONS, 'The direction is asc or desc.'))

/** Without the settings that only the account itself can see. */
export const UserSummary = z.omit(User, { weeklyMail: true })
export type UserSummary = z.infer<typeof UserSummary>

export const AdminUser = z.extend(UserSummary, {
  isSuspended: z.boolean(),
  hasSecondFactor: z.boolean(),
  version: z.int(),
})
export type AdminUser = z.infer<typeof AdminUser>

/** `publisher` is the account also where the author is a pen name of it, which nobody but administrators may learn. */
export const AdminBook = z.extend(Book, {
  rating: z.number(),
  isHidden: z.boolean(),
  version: z.int(),
  isUnderPenName: z.boolean(),
})
export type AdminBook = z.infer<typeof AdminBook>

export const AdminBookDetail = z.extend(AdminBook, {
  fileName: z.string(),
  fileBytes: z.int(),
  pdfName: formerNameOf('fileName', z.string()),
  pdfBytes: formerNameOf('fileBytes', z.int()),
  coverSeed: z.nullable(z.int()),
  ...BookDetails.shape,
})
export type AdminBookDetail = z.infer<typeof AdminBookDetail>

const Pagination = z.object({ page: z.int(), pages: z.int(), total: z.int() })
const done = <T extends z.ZodMiniType>(data: T) => z.object({ success: z.literal(true), data })
const paged = <T extends z.ZodMiniType>(row: T) =>
  z.object({ success: z.literal(true), data: z.array(row), pagination: Pagination })

const Day = z.object({ day: z.string(), count: z.int() })

const Shown = z.object({ shown: z.int(), clicks: z.int() })

const Totals = z.object({
  day: z.string(),
  users: z.int(),
  readers: z.int(),
  authors: z.int(),
  verified: z.int(),
  books: z.int(),
  premium: z.int(),
})

export const DashboardStats = z.object({
  users: z.object({ total: z.int(), readers: z.int(), authors: z.int(), verified: z.int() }),
  books: z.object({ total: z.int(), premium: z.int() }),
  topViewedBooks: z.array(Book),
  topRatedBooks: z.array(Book),
  recentUsers: z.array(UserSummary),
  /** The last 30 days, oldest first. */
  lines: z.object({ signUps: z.array(Day), uploads: z.array(Day), reads: z.array(Day), ratings: z.array(Day) }),
  /** The figures at the end of each of the last 30 days, oldest first; the last are those of now. */
  totals: z.array(Totals),
  appDownloads: z.int(),
  /** How often recommended books were shown and clicked in 30 days: in the small authors' place, and in the others. */
  recommendations: z.object({ small: Shown, others: Shown }),
  /** Where the site is reached, and whether PUBLIC_URL says so. */
  address: z.object({ url: z.string(), isSet: z.boolean() }),
  /** The backups that the site makes by itself; null if it makes none. */
  backup: z.nullable(
    z.object({
      /** A folder, or a store without the secrets of its address. */
      place: z.string(),
      /** The last whole backup, whose content was read back. */
      last: z.nullable(z.object({ at: z.string(), bytes: z.int(), files: z.int(), isEncrypted: z.boolean() })),
      /** What was wrong with the last attempt. */
      fault: z.nullable(z.object({ at: z.string(), text: z.string() })),
      /** Whether none was made for twice the time between two of them. */
      isLate: z.boolean(),
    }),
  ),
  waiting: z.object({
    /** Settings with a default that nobody has confirmed yet. */
    claims: z.array(z.enum(CLAIMS)),
    readyForPremium: z.array(z.object({ book: AdminBook, days: z.int() })),
    failedMails: z.int(),
    /** When somebody was last found to guess passwords, if that is less than a day ago. */
    guessedAt: z.nullable(z.string()),
    booksWithoutFile: z.int(),
    /** How many covers of imported books are still to be made; the books have a plain one until then. */
    coversToMake: z.int(),
    /** EPUBs that were made ready for readers by earlier rules, and are made so again unless the site settings stop it. */
    editionsToMake: z.int(),
    /** Books whose words were read by earlier rules, and are read again. */
    textsToRead: z.int(),
    /** How many PDFs, covers and profile images are damaged, and the first of the books that they belong to. */
    damagedFiles: z.int(),
    damagedBooks: z.array(z.object({ _id: z.string(), title: z.string() })),
  }),
})

export type DashboardStats = z.infer<typeof DashboardStats>

export const getDashboardStats = endpoint('GET', '/admin/dashboard-stats', 'admin', {
  failureMessage: 'Failed to fetch dashboard stats',
  summary: 'Statistics of the library, and the tasks that wait for an administrator',
  response: done(DashboardStats),
})

export const listUsers = endpoint('GET', '/admin/users', 'admin', {
  failureMessage: 'Failed to fetch users',
  summary: 'A page of the accounts, without guests',
  query: z.object({
    page: pageNumber,
    limit: limitOf(ADMIN_PAGE),
    query: AdminSearch,
    sort: z._default(z.enum(USER_SORTS, 'Sort is one of new, username, email, type.'), 'new'),
    direction: InDirection,
    factor: z.optional(z.enum(FACTOR_FILTERS, `Factor is one of ${FACTOR_FILTERS.join(', ')}.`)),
  }),
  response: paged(AdminUser),
})

export const updateUser = endpoint('PUT', '/admin/users/:id', 'admin', {
  failureMessage: 'Failed to update user',
  needsReauthentication: ({ userType, email }: { userType?: UserType; email?: string }) =>
    userType === 'admin' || email !== undefined,
  invalidates: { tags: ['site'] },
  summary: "Change an account's username, email or type",
  params: z.object({ id: idInPath('userNotFound') }),
  body: z
    .strictObject({
      username: z.optional(Username),
      email: z.optional(Email),
      userType: z.optional(z.enum(USER_TYPES, 'The type is reader, author or admin')),
      version: SeenVersion,
    })
    .check(
      z.refine(
        ({ username, email, userType }) => (username ?? email ?? userType) !== undefined,
        'Change at least one of username, email and type.',
      ),
    ),
  response: done(AdminUser),
})

export const deleteUser = endpoint('DELETE', '/admin/users/:id', 'admin', {
  failureMessage: 'Failed to delete user',
  needsReauthentication: true,
  invalidates: { tags: ['site'] },
  summary: 'Delete an account; its comments and books stay without it',
  params: z.object({ id: idInPath('userNotFound') }),
  query: Seen,
  response: done(z.object({ _id: z.string() })),
})

export const listAdminBooks = endpoint('GET', '/admin/books', 'admin', {
  failureMessage: 'Failed to fetch books',
  summary:
    'A page of all books that are not hidden, or with words of title, author, publisher or caption, an id or the address of a page, of hidden ones too',
  query: z.object({
    page: pageNumber,
    limit: limitOf(ADMIN_PAGE),
    query: AdminSearch,
    sort: z.optional(z.enum(ADMIN_BOOK_SORTS, `Sort is one of ${ADMIN_BOOK_SORTS.join(', ')}.`)),
    direction: InDirection,
    status: z.optional(z.enum(BOOK_STATUSES, `Status is one of ${BOOK_STATUSES.join(', ')}.`)),
    genre: z.optional(z.enum(GENRES, 'This is no genre.')),
    file: z.optional(z.literal('missing', 'File is missing, or left out.')),
  }),
  response: paged(AdminBook),
})

export const togglePremium = endpoint('PUT', '/admin/books/:id/toggle-premium', 'admin', {
  failureMessage: 'Failed to update book premium status',
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Set whether a book is premium, and until when',
  params: BookParams,
  body: z.strictObject({
    isPremium: z.boolean('Please choose whether the book is premium'),
    premiumDisplayUntil: z._default(
      z.nullable(z.iso.datetime({ offset: true, error: 'The end is a date and time' })),
      null,
    ),
    version: SeenVersion,
  }),
  response: done(AdminBook),
})

export const toggleFeatured = endpoint('PUT', '/admin/books/:id/toggle-featured', 'admin', {
  failureMessage: 'Failed to update featured status',
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Set whether a book is featured',
  params: BookParams,
  body: z.strictObject({ isFeatured: z.boolean('Please choose whether the book is featured'), version: SeenVersion }),
  response: done(AdminBook),
})

export const getAdminBook = endpoint('GET', '/admin/books/:id', 'admin', {
  failureMessage: 'Failed to load book details. Please try again later.',
  summary: 'One book with all its editable fields',
  params: BookParams,
  response: done(AdminBookDetail),
})

export const editAdminBook = endpoint('PUT', '/admin/books/:id', 'admin', {
  failureMessage: 'Failed to update book',
  atOnce: { perCaller: 2, all: 6 },
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Change any field of a book; answered with 409 if it was changed since it was read',
  params: BookParams,
  body: z.strictObject({
    ...BookChange.shape,
    version: z.optional(z.union([z.int(SEEN).check(z.minimum(1), z.maximum(VERSION_MAX)), SeenVersionText], SEEN)),
  }),
  files: publishBook.files,
  takesJson: true,
  response: done(AdminBookDetail),
})

export const deleteAdminBook = endpoint('DELETE', '/admin/books/:id', 'admin', {
  failureMessage: 'Failed to delete book',
  needsReauthentication: true,
  invalidates: { tags: ['book', 'lists'] },
  summary: 'Delete a book with its ratings, comments and files',
  params: BookParams,
  query: Seen,
  response: done(z.object({ _id: z.string() })),
})

const BooksToChange = z
  .array(z.strictObject({ _id: Id, version: SeenVersion }), 'Please choose at least one book')
  .check(
    z.minLength(1, 'Please choose at least one book'),
    z.maxLength(BULK_MAX, `Please choose at most ${BULK_MAX} books`),
  )

export const changeManyBooks = endpoint('POST', '/admin/books/bulk', 'admin', {
  failureMessage: 'Failed to change the books',
  needsReauthentication: ({ action }: BulkChange) => action === 'delete',
  atOnce: { perCaller: 1, all: 4 },
  invalidates: { tags: ['site'] },
  summary: 'Change or delete up to 100 books, each on its own: says which were changed, and why others were not',
  body: z.discriminatedUnion(
    'action',
    [
      z.strictObject({ action: z.enum(BULK_ACTIONS), books: BooksToChange }),
      z.strictObject({
        action: z.literal('set-genre'),
        genre: z.enum(GENRES, 'Please select a genre'),
        books: BooksToChange,
      }),
    ],
    `The action is one of ${BULK_ACTIONS.join(', ')}, set-genre.`,
  ),
  response: done(
    z.object({
      changed: z.array(z.string()),
      failed: z.array(z.object({ _id: z.string(), message: z.string() })),
    }),
  ),
})

const Text = z.nullable(z.string())

const AuditEntry = z.object({
  _id: z.string(),
  at: z.string(),
  admin: z.string(),
  action: z.string(),
  /** The kind of the target (user, book, site and so on), with its id and its name at that time. */
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  changes: z.array(z.object({ field: z.string(), before: Text, after: Text })),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const listAuditLog = endpoint('GET', '/admin/log', 'admin', {
  failureMessage: 'Failed to load the log',
  summary: 'A page of the audit log, the latest entry first; by a name or id of a person or book, and by kind',
  query: z.object({
    page: pageNumber,
    limit: limitOf(ADMIN_PAGE),
    query: AdminSearch,
    kind: z.optional(z.enum(AUDIT_KINDS, `The kind is one of ${AUDIT_KINDS.join(', ')}.`)),
  }),
  response: paged(AuditEntry),
})
