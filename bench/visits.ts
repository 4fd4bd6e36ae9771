import { addressOf } from '#contract/api/client.ts'
import type { Call, Input } from '#contract/api/endpoint.ts'
import { getUserDetails, login } from '#contract/calls/accounts.ts'
import * as books from '#contract/calls/books.ts'
import { SORTS } from '#contract/values/books.ts'
import { addComment, listComments } from '#contract/calls/comments.ts'
import { featuredBooks, premiumBooks } from '#contract/calls/premium.ts'
import { rateBook } from '#contract/calls/ratings.ts'
import { listReading, savePosition } from '#contract/calls/reading.ts'
import { dailyRecommendations, recommendedBooks, relatedBooks } from '#contract/calls/recommendations.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import type { Request } from './drive.ts'
import { bearer } from './row.ts'

const PAGES = 8
/** As much of a PDF as a page takes. */
const PAGE_BYTES = 131_072
const ONE_IN_RATES_OR_COMMENTS = 10
const ONE_IN_LOGS_IN = 50

export type KindOfRequest = Request & { kind: string }

export interface Member {
  token: string
  email: string
  password: string
}

/** What the visits of a library ask for. */
export interface Visited {
  bookIds: string[]
  /** The addresses of covers and of a PDF. */
  covers: string[]
  pdf: string
  pdfBook: string
  /** A book of many pages, in which places are saved. */
  longBook: string
  searches: string[]
}

const ask = <C extends Call>(kind: string, { token }: Pick<Member, 'token'>, call: C, input?: Input<C>) => {
  const { body, ...rest } = (input ?? {}) as { body?: unknown }
  return {
    kind,
    method: call.method,
    path: addressOf(call, rest),
    headers: bearer(token),
    ...(body !== undefined && { body: JSON.stringify(body).replace('"{count}"', '{count}') }),
  }
}

/** The page and all calls of a member's home. */
export const homeOf = (member: Pick<Member, 'token'>): KindOfRequest[] => [
  { kind: 'home page', path: '/', headers: { accept: 'text/html', 'accept-encoding': 'br, gzip' } },
  ask('own details', member, getUserDetails),
  ask('own reading', member, listReading),
  ask('genres', member, books.listPublicGenres),
  ask('featured', member, featuredBooks),
  ask('featured', member, featuredBooks, { query: { limit: 8 } }),
  ask('premium', member, premiumBooks, { query: { limit: 12 } }),
  ask('top rated', member, books.topRatedBooks, { query: { limit: 16 } }),
  ask('newest', member, books.newBooks, { query: { limit: 20 } }),
  ask('recommendations', member, recommendedBooks, { query: { limit: 20 } }),
  ask('books of the day', member, dailyRecommendations, { query: { limit: 28 } }),
]

const pick = <T>(all: readonly T[], n: number): T => {
  const picked = all[n % all.length]
  if (picked === undefined) throw new Error('there is nothing to pick from')
  return picked
}

/** The n-th visit: home, a list, a search, a book page with its cover, eight pages of a PDF; some rate, comment or log in. */
export const visitOf = (member: Member, { bookIds, covers, pdf, pdfBook, longBook, searches }: Visited, n: number) => {
  const params = { id: pick(bookIds, n * 7) }
  const device = { id: '00000000-0000-4000-8000-000000000000', name: 'Bench' }
  const page = (number: number): KindOfRequest[] => [
    {
      kind: 'PDF page',
      path: pdf,
      headers: { range: `bytes=${number * PAGE_BYTES}-${(number + 1) * PAGE_BYTES - 1}` },
    },
    ask('position', member, savePosition, {
      params: { id: longBook },
      body: { device, page: number + 1, step: '{count}' as unknown as number, seen: 0 },
    }),
  ]
  return [
    ...(n % ONE_IN_LOGS_IN === 0
      ? [ask('log-in', member, login, { body: { email: member.email, password: member.password, device: device.id } })]
      : []),
    ...homeOf(member),
    ask('list', member, books.listBooks, {
      query: { genre: pick(GENRES, n), sort: pick(SORTS, n), page: (n % 3) + 1 },
    }),
    ask('search', member, books.searchBooks, { query: { query: pick(searches, n) } }),
    ask('book', member, books.getBook, { params }),
    ask('comments', member, listComments, { params }),
    ask('related books', member, relatedBooks, { params }),
    { kind: 'cover', path: pick(covers, n) },
    ask('view', member, books.viewBook, { params }),
    ask('address of a PDF', member, books.getBookPdf, { params: { id: pdfBook } }),
    ...Array.from({ length: PAGES }, (_, number) => page(number)).flat(),
    ...(n % ONE_IN_RATES_OR_COMMENTS === 0 ? [rateOrComment(member, params, n / ONE_IN_RATES_OR_COMMENTS)] : []),
  ]
}

const rateOrComment = (member: Member, params: { id: string }, n: number) =>
  n % 2 === 0
    ? ask('rating', member, rateBook, { params, body: { rating: ((n / 2) % 5) + 1 } })
    : ask('comment', member, addComment, { params, body: { text: `Read {count} pages of it.` } })
