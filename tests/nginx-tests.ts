/** The tests that run through nginx and two processes too: what nginx does, or may undo. */
export const NGINX_TESTS = [
  // Its cache: what is written is shown within two seconds, and what is hidden is in no answer.
  'server/admin/site.test.ts',
  'server/books/book-detail.test.ts',
  'server/books/list-books.test.ts',
  'server/books/shelves.test.ts',
  'server/comments/comments.test.ts',
  'server/ratings/rate-book.test.ts',
  'tests/hidden-content.test.ts',
  // Sessions, which both processes know.
  'server/accounts/second-factor/reauthentication.test.ts',
  'server/accounts/sessions/sessions.test.ts',
  'server/moderation/suspend-account.test.ts',
  // Rates and addresses of callers, which nginx passes on.
  'server/accounts/sessions/login-throttle.test.ts',
  'server/accounts/sessions/security-events.test.ts',
  'server/admin/change-address.test.ts',
  // Uploads and downloads.
  'server/books/files.test.ts',
  'server/publishing/publish-book.test.ts',
  'tests/abuse/uploads.test.ts',
  // Methods, statuses and headers of every call.
  'tests/bad-inputs.test.ts',
  'tests/contract.test.ts',
]
