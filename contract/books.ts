import { ACCESS_FILTERS } from './shapes/accessibility.ts'
import * as z from 'zod/mini'
import { BookDetails } from './shapes/book-details.ts'
import { BookAccessibility } from './shapes/book-accessibility.ts'
import { LICENCES, TAG_MAX, tagKey } from './shapes/detail-fields.ts'
import { endpoint } from './api/endpoint.ts'
import { LANGUAGE_FILTER, READER_AGES } from './shapes/filters.ts'
import { formerNameOf } from './api/former-name.ts'
import { idInPath } from './shapes/ids.ts'
import { limitOf, pageNumber } from './api/paging.ts'
import { line } from './shapes/text.ts'
import { COMMENT_RULES } from './values/moderation.ts'
import {
  BOOK_FORMATS,
  GENRE_PAGE,
  LIBRARY_PAGE,
  QUERY_MAX,
  SEARCH_HITS,
  SEARCH_SORTS,
  SHELF,
  TOP_RATED,
} from './values/books.ts'

export * from './values/books.ts'

export const BookParams = z.object({ id: idInPath('bookNotFound') })

/**
 * A book in a list. `Rating` is the average, not rounded, 0 if unrated; `image` is the URL of the cover, and
 * `imageMounted` is whether that is the whole first page on a board. The pages of an EPUB are those of edition-pages.ts.
 * `publisher` is null for a book whose account was deleted, and for one under a pen name.
 */
export const Book = z.object({
  _id: z.string(),
  title: z.string(),
  author: z.string(),
  caption: z.string(),
  genre: z.string(),
  image: z.string(),
  imageColor: z.string(),
  imageMounted: z.boolean(),
  Rating: z.number(),
  ratingCount: z.int(),
  commentCount: z.int(),
  views: z.int(),
  pageCount: z.int(),
  format: z.enum(BOOK_FORMATS),
  isPremium: z.boolean(),
  premiumDisplayUntil: z.nullable(z.string()),
  isFeatured: z.boolean(),
  publisher: z.nullable(z.object({ _id: z.string(), username: z.string() })),
  createdAt: z.string(),
})
export type Book = z.infer<typeof Book>

/**
 * Who is named beside a book's author, by a typed name or as an account that agreed; there is an author's page of this
 * name unless `hasPage` is false.
 */
export const NamedCoAuthor = z.object({ name: z.string(), isAccount: z.boolean(), hasPage: z.boolean() })
export type NamedCoAuthor = z.infer<typeof NamedCoAuthor>

/** A chapter that an author has added or will add, and when. */
export const DatedChapter = z.object({ title: z.string(), at: z.string() })
export type DatedChapter = z.infer<typeof DatedChapter>

/**
 * One book, with the number of ratings for one to five stars, the number of its cover in the series (null for any other
 * cover), the caller's own rating, whether the caller has published it under a pen name, what its publisher allows as
 * comments, where that is not everything, what its file says of its accessibility, if it can say that, and its co-authors,
 * if it has any, the next chapter that is planned, the one that came last, and all that its author says of it.
 */
export const BookDetail = z.extend(Book, {
  ratings: z.array(z.int()),
  /** The size of its file. */
  fileBytes: z.int(),
  pdfBytes: formerNameOf('fileBytes', z.int()),
  coverSeed: z.nullable(z.int()),
  userRating: z.optional(z.int()),
  /** Said to the publisher of a book under a pen name alone, for whom `publisher` is null as for everyone. */
  isOwn: z.optional(z.literal(true)),
  commentRule: z.optional(z.enum(COMMENT_RULES)),
  accessibility: z.optional(BookAccessibility),
  coAuthors: z.optional(z.array(NamedCoAuthor)),
  /** Whether there is an EPUB that was made of the pages of its PDF. */
  hasPageEpub: z.optional(z.literal(true)),
  /** Whether readers may save it as KEPUB for Kobo, made of its EPUB or that of its pages. */
  hasKepub: z.optional(z.literal(true)),
  /** Whether readers may save a PDF for paper that was made of its EPUB. */
  hasPaper: z.optional(z.literal(true)),
  comingChapter: z.optional(DatedChapter),
  latestChapter: z.optional(DatedChapter),
  ...BookDetails.shape,
})
export type BookDetail = z.infer<typeof BookDetail>

/** With a query of which words were corrected, `correctedQuery` is what was searched for instead. */
export const BookPage = z.object({
  books: z.array(Book),
  currentPage: z.int(),
  totalBooks: z.int(),
  totalPages: z.int(),
  correctedQuery: z.optional(z.string()),
})
export type BookPage = z.infer<typeof BookPage>

export const GenreCount = z.object({ _id: z.string(), count: z.int() })

/** The number of books found in a genre; null if too many were found to count them. */
export const GenreHits = z.extend(GenreCount, { count: z.nullable(z.int()) })
export type GenreHits = z.infer<typeof GenreHits>

/** A part of a text, in UTF-16 code units as in JavaScript; the end is exclusive. */
export const TextRange = z.object({ start: z.int(), end: z.int() })
export type TextRange = z.infer<typeof TextRange>

/** A book that a search found, with the parts of its title and author that match. */
export const SearchHit = z.extend(Book, {
  matches: z.object({ title: z.array(TextRange), author: z.array(TextRange) }),
})
export type SearchHit = z.infer<typeof SearchHit>

/** Authors whose name a search found, the best first, and the number of all books found, counted up to 1,000. */
export const Suggestions = z.object({
  authors: z.array(z.object({ name: z.string(), matches: z.array(TextRange) })),
  totalBooks: z.int(),
})
export type Suggestions = z.infer<typeof Suggestions>

/** The text of a search. */
export const SearchQuery = z.string('The search is a text.').check(
  z.refine((text) => !/\p{Surrogate}|\p{Cc}/u.test(text), {
    error: 'The search has characters that cannot be read.',
    abort: true,
  }),
  z.overwrite((text) => text.normalize('NFC').trim()),
  z.refine((text) => [...text].length <= QUERY_MAX, 'The search is at most 200 characters long.'),
)

/** Whether to search for the words as they are, without correcting any. */
const Exact = z.optional(
  z.pipe(
    z.enum(['true', 'false'], 'Exact is true or false.'),
    z.transform((text) => text === 'true'),
  ),
)

const GenreName = z.string().check(z.maxLength(40, 'A genre has at most 40 characters.'))

/** Values that no book has find nothing, and others than these are refused. */
const FILTER_QUERY = {
  language: z.optional(
    z
      .string()
      .check(z.regex(LANGUAGE_FILTER, 'A language is two or three small letters, such as en, without a region.')),
  ),
  tag: z.optional(
    z.pipe(
      line({ max: TAG_MAX, missing: 'Name a tag.', tooLong: `A tag has at most ${TAG_MAX} characters.` }),
      z.transform(tagKey),
    ),
  ),
  licence: z.optional(z.enum(LICENCES, `The licence is one of ${LICENCES.join(', ')}.`)),
  age: z.optional(z.enum(READER_AGES, `The age is one of ${READER_AGES.join(', ')}.`)),
  access: z.optional(z.enum(ACCESS_FILTERS, `Access is one of ${ACCESS_FILTERS.join(', ')}.`)),
}

/** The values of a filter that most books have, with the number of these books; at least so many if it is not exact. */
export const FacetCounts = z.object({
  isExact: z.boolean(),
  values: z.array(z.object({ value: z.string(), count: z.int() })),
})
export type FacetCounts = z.infer<typeof FacetCounts>

/** For each filter the books that all the others leave. */
export const Facets = z.object({
  language: FacetCounts,
  tag: FacetCounts,
  licence: FacetCounts,
  age: FacetCounts,
  access: FacetCounts,
})
export type Facets = z.infer<typeof Facets>

const shelf = (path: string, failureMessage: string, summary: string, defaultLimit: number) =>
  endpoint('GET', path, 'open', {
    failureMessage,
    scope: 'read',
    readsReplica: true,
    cache: { audience: 'everyone', tags: ['lists'] },
    summary,
    query: z.object({ limit: limitOf(defaultLimit) }),
    response: z.array(Book),
  })

export const listBooks = endpoint('GET', '/books', 'library', {
  failureMessage: 'Failed to load books. Please try again later.',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary:
    'A page of the library, filtered by genre, words of title or author, language, tag, licence, age of readers and accessibility; by default the newest first, with a query the best matches. With a query or a filter other than the genre, books are counted up to 1,000',
  query: z.object({
    page: pageNumber,
    limit: limitOf(LIBRARY_PAGE),
    genre: z.optional(GenreName),
    query: z.optional(SearchQuery),
    sort: z.optional(z.enum(SEARCH_SORTS, 'Sort is one of best-match, new, title, top-rated, most-read.')),
    exact: Exact,
    ...FILTER_QUERY,
  }),
  response: BookPage,
})

export const listFacets = endpoint('GET', '/books/facets', 'library', {
  failureMessage: 'Failed to load the filters.',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary:
    'The values of each filter of the library with the number of books that have it beside the other filters, up to 30 of each; of more than 1,000 books the newest are counted',
  rates: [{ by: 'address', max: 60, seconds: 10 }],
  query: z.object({
    genre: z.optional(GenreName),
    query: z.optional(SearchQuery),
    exact: Exact,
    ...FILTER_QUERY,
  }),
  response: Facets,
})

export const listGenreBooks = endpoint('GET', '/books/genre/:genre', 'library', {
  failureMessage: 'Failed to load books. Please try again later.',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: 'A page of the books of one genre, newest first',
  params: z.object({
    genre: line({ max: 40, missing: 'Name a genre.', tooLong: 'A genre has at most 40 characters.' }),
  }),
  query: z.object({ page: pageNumber, limit: limitOf(GENRE_PAGE) }),
  response: BookPage,
})

export const newBooks = shelf('/books/new', 'Failed to load new arrivals', 'The newest books', SHELF)
export const topRatedBooks = shelf(
  '/books/top-rated',
  'Failed to load top rated books',
  'The top-rated books, by a Bayesian average',
  TOP_RATED,
)
export const trendingBooks = shelf(
  '/books/public/trending',
  'Could not load trending books',
  'The books with the most reads and ratings in the last 14 days; where they are fewer than four, the newest follow',
  SHELF,
)

export const searchBooks = endpoint('GET', '/books/search', 'open', {
  failureMessage: 'Search failed. Please try again.',
  scope: 'read',
  readsReplica: true,
  rates: [{ by: 'address', max: 30, seconds: 10 }],
  summary: 'Up to 20 books whose title and author have these words, misspelled ones corrected; none for a blank query',
  query: z.object({ query: z.prefault(SearchQuery, ''), limit: limitOf(SEARCH_HITS) }),
  response: z.array(SearchHit),
})

export const suggestSearches = endpoint('GET', '/books/suggestions', 'open', {
  failureMessage: 'Search failed. Please try again.',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  rates: [{ by: 'address', max: 30, seconds: 10 }],
  summary: 'What else a search leads to: up to three authors whose name it found, and the number of all books found',
  query: z.object({ query: z.prefault(SearchQuery, '') }),
  response: Suggestions,
})

export const nearestBooks = endpoint('GET', '/books/nearest', 'library', {
  failureMessage: 'Failed to load books. Please try again later.',
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  rates: [{ by: 'address', max: 30, seconds: 10 }],
  summary: 'For a search that finds nothing: books that have one of its words, or a word like it',
  query: z.object({ query: z.prefault(SearchQuery, ''), limit: limitOf(SHELF) }),
  response: z.array(Book),
})

export const listGenres = endpoint('GET', '/books/genres', 'open', {
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary:
    'The genres that have books, with the number of their books, the largest first; with a query or filters, of the books that these find',
  rates: [{ by: 'address', max: 60, seconds: 10 }],
  query: z.object({ query: z.optional(SearchQuery), exact: Exact, ...FILTER_QUERY }),
  response: z.array(GenreHits),
})

export const listPublicGenres = endpoint('GET', '/books/public/genres', 'open', {
  scope: 'read',
  readsReplica: true,
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: 'The genres that have books, with the number of their books, the largest first',
  response: z.array(GenreCount),
})

export const getBook = endpoint('GET', '/books/:id', 'open', {
  failureMessage: 'Failed to load book details. Please try again later.',
  scope: 'read',
  cache: { audience: 'visitors', tags: ['book'] },
  summary: "One book, with its ratings; with a token also the caller's own rating",
  params: BookParams,
  response: BookDetail,
})

export const getBookPdf = endpoint('GET', '/books/:id/pdf', 'member', {
  failureMessage: 'Could not open the PDF. Please try again later.',
  scope: 'read',
  rates: [{ by: 'caller', max: 60, seconds: 60 }],
  summary: "A link to the book's PDF, valid for six hours; 404 for an EPUB",
  params: BookParams,
  response: z.object({ pdfUrl: z.string() }),
})

/**
 * Links to a book's file, valid for six hours. `url` is what a reader loads, by parts: the PDF, or the edition of an EPUB
 * (see edition.ts). `downloadUrl` is the file as it was uploaded, absent if its author offers the book for reading here only;
 * its publisher, co-authors, moderators and administrators have it always. `kepubUrl` is the same for Kobo, made of the EPUB.
 * `epubUrl` is the EPUB that was made of the pages of a PDF, and `paperUrl` the PDF for paper that was made of an EPUB, if its
 * author offers one.
 */
export const BookFile = z.object({
  format: z.enum(BOOK_FORMATS),
  url: z.string(),
  downloadUrl: z.optional(z.string()),
  kepubUrl: z.optional(z.string()),
  epubUrl: z.optional(z.string()),
  paperUrl: z.optional(z.string()),
})
export type BookFile = z.infer<typeof BookFile>

export const getBookFile = endpoint('GET', '/books/:id/file', 'member', {
  failureMessage: 'Could not open the book. Please try again later.',
  scope: 'read',
  rates: [{ by: 'caller', max: 60, seconds: 60 }],
  summary: 'Links to what a reader loads of the book and to its file, valid for six hours',
  params: BookParams,
  response: BookFile,
})

/** A name or an address, perhaps with a port. */
const HOST = /^[a-z\d[][a-z\d.:[\]_-]*$/i
const BAD_HOST = 'The site that a reader came from is given by its host alone'

export const viewBook = endpoint('POST', '/books/:id/view', 'open', {
  scope: 'write',
  summary:
    'Count a view: at most one per reader and book in 30 minutes. `from` is the host of the other site that led the reader here',
  params: BookParams,
  query: z.object({ from: z.optional(z.string().check(z.regex(HOST, BAD_HOST), z.maxLength(253, BAD_HOST))) }),
  response: z.object({ views: z.int() }),
})
