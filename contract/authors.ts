import * as z from 'zod/mini'
import { UserAnswer } from './accounts.ts'
import { Book, BookPage } from './books.ts'
import { AUTHOR_MAX } from './values/publishing.ts'
import { LIBRARY_PAGE } from './values/books.ts'
import { endpoint } from './api/endpoint.ts'
import { limitOf, pageNumber } from './api/paging.ts'
import { PROBLEMS } from './api/problems.ts'
import { line, lines } from './shapes/text.ts'
import { ABOUT_MAX, AUTHOR_SERIES, AUTHORS_PAGE, LINK_MAX, LINKS_MAX, NEWEST_BY_AUTHOR } from './values/authors.ts'

export * from './values/authors.ts'

/**
 * `since` is when the account was created; an account that is suspended has neither words nor links. A pen name has no id,
 * and `since` is then the time of its first shown book: nothing tells whose it is.
 */
export const AuthorAccount = z.object({
  _id: z.optional(z.string()),
  image: z.nullable(z.string()),
  about: z.nullable(z.string()),
  links: z.array(z.string()),
  since: z.string(),
})

/** Some of an author's books in one series; `totalBooks` counts all of them. */
export const AuthorSeries = z.object({
  _id: z.string(),
  name: z.string(),
  books: z.array(Book),
  totalBooks: z.int(),
})

/**
 * The shown books by one name. With `account` it is the name of an account or a pen name, and all are published by it;
 * otherwise it is what publishers typed. The pages are those of `books`, which are in none of `series`; `series` and
 * `namesakes`, the newest books by others who typed the same name, are on the first page only. So is `withOthers`, the books
 * of which the account or the name is a co-author, the last named first. `totalBooks` counts all of the author but these.
 */
export const Author = z.object({
  name: z.string(),
  account: z.optional(AuthorAccount),
  series: z.array(AuthorSeries),
  books: z.array(Book),
  withOthers: z.array(Book),
  namesakes: z.array(Book),
  currentPage: z.int(),
  totalBooks: z.int(),
  totalPages: z.int(),
})
export type Author = z.infer<typeof Author>

const { message: UNKNOWN } = PROBLEMS.authorNotFound
const Params = z.object({ name: line({ max: AUTHOR_MAX, missing: UNKNOWN, tooLong: UNKNOWN }) })
const BAD_AFTER = `The name to go on after has 1 to ${AUTHOR_MAX} characters.`

export const listAuthors = endpoint('GET', '/authors', 'open', {
  failureMessage: 'Failed to load the authors. Please try again later.',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary:
    'The authors of shown books by name, in the spelling of their pages; `after` is the last name of the part before',
  query: z.object({
    after: z.optional(line({ max: AUTHOR_MAX, missing: BAD_AFTER, tooLong: BAD_AFTER })),
    limit: limitOf(AUTHORS_PAGE),
  }),
  response: z.object({ authors: z.array(z.object({ name: z.string() })), hasMore: z.boolean() }),
})

export const getAuthor = endpoint('GET', '/authors/:name', 'open', {
  failureMessage: 'Failed to load the author. Please try again later.',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: `The books by an author, the newest first, with up to ${AUTHOR_SERIES} series apart, and what the account or pen name says of itself; letter case and Unicode form of the name make no difference`,
  params: Params,
  query: z.object({ page: pageNumber, limit: limitOf(LIBRARY_PAGE) }),
  response: Author,
})

export const getNewestByAuthor = endpoint('GET', '/authors/:name/newest', 'open', {
  failureMessage: 'Failed to load the author. Please try again later.',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: `All books on an author's page but those of namesakes, the newest first, ${NEWEST_BY_AUTHOR} to a page, and the name as the page has it. Books with others are on the first page besides, and not counted`,
  params: Params,
  query: z.object({ page: pageNumber, limit: limitOf(NEWEST_BY_AUTHOR) }),
  response: z.extend(BookPage, { name: z.string() }),
})

const LONG_ABOUT = `The lines about you have at most ${ABOUT_MAX} characters`
const BAD_LINK = `A link is an address that begins with https:// and has at most ${LINK_MAX} characters`
const BAD_LINKS = `There can be at most ${LINKS_MAX} links`

/** An address as browsers write it. With a name or a password before the host it would look like another site. */
const link = z.string(BAD_LINK).check(
  z.overwrite((text) => URL.parse(text.trim())?.href ?? ''),
  z.refine((address) => {
    const url = URL.parse(address)
    return url?.protocol === 'https:' && url.username === '' && url.password === '' && address.length <= LINK_MAX
  }, BAD_LINK),
)

/** What stands on an author's page. */
export const AuthorWords = z.strictObject({
  about: lines({ min: 0, max: ABOUT_MAX, missing: LONG_ABOUT, tooLong: LONG_ABOUT }),
  links: z.array(link, BAD_LINKS).check(z.maxLength(LINKS_MAX, BAD_LINKS)),
})

export const updateAuthorPage = endpoint('PUT', '/auth/author-page', 'registered', {
  failureMessage: 'Failed to save your author’s page',
  rates: [{ by: 'caller', max: 30, seconds: 3600 }],
  invalidates: { tags: ['site'] },
  summary:
    'Change the lines and links on the own author’s page, which exists once a book with the username as author does',
  body: AuthorWords,
  response: UserAnswer,
})
