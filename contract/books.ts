import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './ids.ts'
import { limitOf, pageNumber } from './paging.ts'
import { line } from './text.ts'

export const LIBRARY_PAGE = 12
export const GENRE_PAGE = 10
export const SHELF = 4
export const TOP_RATED = 5
export const SEARCH_HITS = 20
export const QUERY_MAX = 100
/** With a query, totals are exact up to this number and stop there. */
export const COUNTED_HITS = 1000
export const SORTS = ['new', 'title', 'top-rated', 'most-read'] as const

export type Sort = (typeof SORTS)[number]

export const BookParams = z.object({ id: Id })

/** A book as lists show it. `Rating` is the average, not rounded, 0 while unrated; `image` is the cover's address. */
export const Book = z.object({
  _id: z.string(),
  title: z.string(),
  author: z.string(),
  caption: z.string(),
  genre: z.string(),
  image: z.string(),
  imageColor: z.string(),
  Rating: z.number(),
  ratingCount: z.int(),
  commentCount: z.int(),
  views: z.int(),
  pageCount: z.int(),
  isPremium: z.boolean(),
  premiumDisplayUntil: z.nullable(z.string()),
  isFeatured: z.boolean(),
  publisher: z.nullable(z.object({ _id: z.string(), username: z.string() })),
  createdAt: z.string(),
})
export type Book = z.infer<typeof Book>

/** A book's own page: its ratings by stars from one to five, and the asking reader's stars. */
export const BookDetail = z.extend(Book, {
  ratings: z.array(z.int()),
  pdfBytes: z.int(),
  userRating: z.optional(z.int()),
})
export type BookDetail = z.infer<typeof BookDetail>

export const BookPage = z.object({
  books: z.array(Book),
  currentPage: z.int(),
  totalBooks: z.int(),
  totalPages: z.int(),
})
export type BookPage = z.infer<typeof BookPage>

export const GenreCount = z.object({ _id: z.string(), count: z.int() })

/** What somebody types into a search. */
export const SearchQuery = z.string('The search is a text.').check(
  z.refine((text) => !/\p{Surrogate}|\p{Cc}/u.test(text), {
    error: 'The search has characters that can not be read.',
    abort: true,
  }),
  z.overwrite((text) => text.normalize('NFC').trim()),
  z.refine((text) => [...text].length <= QUERY_MAX, 'The search is at most 100 characters long.'),
)

const shelf = (path: string, summary: string, usual: number, failureMessage: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'open',
    cache: { audience: 'everyone', tags: ['lists'] },
    summary,
    query: z.object({ limit: limitOf(usual) }),
    response: z.array(Book),
    failureMessage,
  })

export const listBooks = endpoint({
  method: 'GET',
  path: '/books',
  access: 'library',
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: 'The library, page by page; by genre, by words of title or author, in the order asked for',
  query: z.object({
    page: pageNumber,
    limit: limitOf(LIBRARY_PAGE),
    genre: z.optional(z.string().check(z.maxLength(40, 'A genre has at most 40 characters.'))),
    query: z.optional(SearchQuery),
    sort: z._default(z.enum(SORTS, 'Sort is one of new, title, top-rated, most-read.'), 'new'),
  }),
  response: BookPage,
  failureMessage: 'Failed to load books. Please try again later.',
})

export const listGenreBooks = endpoint({
  method: 'GET',
  path: '/books/genre/:genre',
  access: 'library',
  cache: { audience: 'everyone', tags: ['lists'] },
  summary: 'The books of one genre, newest first, page by page',
  params: z.object({
    genre: line({ max: 40, missing: 'Name a genre.', tooLong: 'A genre has at most 40 characters.' }),
  }),
  query: z.object({ page: pageNumber, limit: limitOf(GENRE_PAGE) }),
  response: BookPage,
  failureMessage: 'Failed to load books. Please try again later.',
})

export const newBooks = shelf('/books/new', 'The newest books', SHELF, 'Failed to load new arrivals')
export const topRatedBooks = shelf(
  '/books/top-rated',
  'The best rated books, by a Bayesian average',
  TOP_RATED,
  'Failed to load top rated books',
)
export const trendingBooks = shelf(
  '/books/public/trending',
  'What was read and rated most in the last 14 days',
  SHELF,
  'Could not load trending books',
)

export const searchBooks = endpoint({
  method: 'GET',
  path: '/books/search',
  access: 'open',
  rates: [{ by: 'address', max: 30, seconds: 10 }],
  summary: 'Books whose title or author has these words, at most 20; none for a blank query',
  query: z.object({ query: z.prefault(SearchQuery, ''), limit: limitOf(SEARCH_HITS) }),
  response: z.array(Book),
  failureMessage: 'Search failed. Please try again.',
})

const genres = (path: string) =>
  endpoint({
    method: 'GET',
    path,
    access: 'open',
    cache: { audience: 'everyone', tags: ['lists'] },
    summary: 'The genres that have books, those with most first',
    response: z.array(GenreCount),
  })

export const listGenres = genres('/books/genres')
export const listPublicGenres = genres('/books/public/genres')

export const getBook = endpoint({
  method: 'GET',
  path: '/books/:id',
  access: 'open',
  cache: { audience: 'visitors', tags: ['book'] },
  summary: 'One book, with its ratings; with a token also the stars one gave it',
  params: BookParams,
  response: BookDetail,
  failureMessage: 'Failed to load book details. Please try again later.',
})

export const getBookPdf = endpoint({
  method: 'GET',
  path: '/books/:id/pdf',
  access: 'member',
  rates: [{ by: 'caller', max: 60, seconds: 60 }],
  summary: "A link to the book's PDF, good for six hours",
  params: BookParams,
  response: z.object({ pdfUrl: z.string() }),
  failureMessage: 'Could not open the PDF. Please try again later.',
})

export const viewBook = endpoint({
  method: 'POST',
  path: '/books/:id/view',
  access: 'open',
  summary: 'Count a view: one for each reader and book in 30 minutes',
  params: BookParams,
  response: z.object({ views: z.int() }),
})
