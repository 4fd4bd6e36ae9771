import { getAuthor, getNewestByAuthor, listAuthors } from '#contract/authors.ts'
import * as calls from '#contract/books.ts'
import { getSeries, listSeries } from '#contract/series.ts'
import type { BookPage } from '#contract/books.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { newestByAuthor, readAuthor } from './authors.ts'
import { bookDetail } from './book-detail.ts'
import { countFacets } from './count-facets.ts'
import type { ViewCounter } from './count-views.ts'
import { earliestPremiumEnd } from './book-serializer.ts'
import { countFoundGenres, countGenres } from './genres.ts'
import { listBooks } from './list-books.ts'
import { bookFileLinks, pdfLink, type Sign } from './read-book.ts'
import { searchBooks } from './search-books.ts'
import { readSeries } from './series.ts'
import { listAuthorNames, listSeriesNames } from './name-lists.ts'
import { nearestBooks } from './nearest-books.ts'
import { newest, trending } from './shelves.ts'
import { suggestSearches } from './suggest-searches.ts'
import { topRated } from './top-rated.ts'

export const bookRoutes = (serve: Serve, services: Services, { sign, views }: { sign: Sign; views: ViewCounter }) => {
  const libraryEnd = { expiresAt: (page: BookPage) => earliestPremiumEnd(page.books) }
  serve(calls.listBooks, ({ query }, services) => listBooks(services, query), libraryEnd)
  serve(
    calls.listGenreBooks,
    ({ params, query }, services) => listBooks(services, { ...query, genre: params.genre }),
    libraryEnd,
  )
  serve(calls.newBooks, ({ query }, services) => newest(services, query.limit), { expiresAt: earliestPremiumEnd })
  serve(calls.topRatedBooks, ({ query }, services) => topRated(services, query.limit), {
    expiresAt: earliestPremiumEnd,
  })
  serve(calls.trendingBooks, ({ query }, services) => trending(services, query.limit), {
    expiresAt: earliestPremiumEnd,
  })
  serve(calls.searchBooks, ({ query }, services) => searchBooks(services, query))
  serve(calls.suggestSearches, ({ query }, services) => suggestSearches(services, query.query))
  serve(calls.nearestBooks, ({ query }, services) => nearestBooks(services, query), { expiresAt: earliestPremiumEnd })
  serve(calls.listGenres, ({ query }, services) => countFoundGenres(services, query))
  serve(calls.listFacets, ({ query }, services) => countFacets(services, query))
  serve(calls.listPublicGenres, (_input, services) => countGenres(services))
  serve(calls.getBook, ({ params, caller }) => bookDetail(services, params.id, caller?.id), {
    expiresAt: (book) => earliestPremiumEnd([book]),
  })
  serve(calls.getBookPdf, ({ params }) => pdfLink(services, sign, params.id))
  serve(calls.getBookFile, ({ params, caller }) => bookFileLinks(services, sign, { id: params.id, userId: caller.id }))
  serve(getSeries, ({ params }, services) => readSeries(services, params.id), {
    expiresAt: ({ books }) => earliestPremiumEnd(books),
  })
  serve(getAuthor, ({ params, query }, services) => readAuthor(services, { ...params, ...query }), {
    expiresAt: ({ books, series, withOthers, namesakes }) =>
      earliestPremiumEnd([...books, ...withOthers, ...namesakes, ...series.flatMap((one) => one.books)]),
  })
  serve(getNewestByAuthor, ({ params, query }, services) => newestByAuthor(services, { ...params, ...query }), {
    expiresAt: ({ books }) => earliestPremiumEnd(books),
  })
  serve(listAuthors, ({ query }, services) => listAuthorNames(services, query))
  serve(listSeries, ({ query }, services) => listSeriesNames(services, query))
  serve(calls.viewBook, ({ params, query, caller, from }) =>
    views.view(params.id, { userId: caller?.id, ...from }, query.from),
  )
}
