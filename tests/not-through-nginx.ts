const BYTES = 'bytes on a socket, which nginx changes or refuses itself'
const ADDRESSES = 'limits by address, and calls without an address'
const ONE_PROCESS = 'the limits, the load, the log or the memory of a single process'
const OWN_CACHE = 'how soon a process renews its own cache: nginx may be two seconds late'
const NO_REQUEST = 'no request to the site'

/** The tests with a site that mean nothing through a proxy, and what they are about. All others pass through nginx. */
export const NOT_THROUGH_NGINX: Record<string, string> = {
  'server/platform/http/http-server.test.ts': BYTES,
  'server/platform/http/request-target.test.ts': BYTES,
  'server/site/site-url.test.ts': BYTES,
  'tests/abuse/error-bodies.test.ts': BYTES,

  'tests/rates.test.ts': ADDRESSES,

  'server/accounts/profile-image-load.test.ts': ONE_PROCESS,
  'server/platform/http/admission.test.ts': ONE_PROCESS,
  'server/platform/http/load-shedding.test.ts': ONE_PROCESS,
  'server/platform/http/metrics.test.ts': ONE_PROCESS,
  'server/platform/http/replica-reads.test.ts': ONE_PROCESS,
  'server/platform/http/silent-database.test.ts': ONE_PROCESS,
  'server/platform/request-context.test.ts': ONE_PROCESS,
  'server/recommendations/count-clicks.test.ts': ONE_PROCESS,
  'server/books/count-views.test.ts': ONE_PROCESS,
  'tests/abuse/accounts.test.ts': ONE_PROCESS,

  'server/books/cached-covers.test.ts': OWN_CACHE,
  'server/platform/http/pages.test.ts': OWN_CACHE,
  'server/site/sitemap.test.ts': OWN_CACHE,
  'server/platform/http/response-cache.test.ts': OWN_CACHE,
  'tests/site-pages.test.ts': OWN_CACHE,

  'server/books/book-serializer.test.ts': NO_REQUEST,
  'server/books/far-pages.test.ts': NO_REQUEST,
  'server/books/query-plans.test.ts': NO_REQUEST,
  'server/books/shared-lists.test.ts': NO_REQUEST,
  'server/comments/comment-spam.test.ts': NO_REQUEST,
  'tests/product-messages.test.ts': NO_REQUEST,
}
