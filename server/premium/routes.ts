import * as calls from '#contract/premium.ts'
import { earliestPremiumEnd } from '#server/books/book-serializer.ts'
import type { Sign } from '#server/books/read-book.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { featuredBooks, premiumBook, premiumBooks, premiumFile, premiumPdf } from './premium-books.ts'

export const premiumRoutes = (serve: Serve, services: Services, sign: Sign) => {
  serve(calls.featuredBooks, ({ query }, services) => featuredBooks(services, query.limit), {
    expiresAt: earliestPremiumEnd,
  })
  serve(calls.premiumBooks, ({ query }, services) => premiumBooks(services, query), {
    expiresAt: (answer) => earliestPremiumEnd(Array.isArray(answer) ? answer : answer.books),
  })
  serve(calls.getPremiumBook, ({ params, caller }) => premiumBook(services, params.id, caller?.id), {
    expiresAt: (book) => earliestPremiumEnd([book]),
  })
  serve(calls.getPremiumFile, ({ params, caller }) => premiumFile(services, sign, params.id, caller?.id))
  serve(calls.getPremiumPdf, ({ params }) => premiumPdf(services, sign, params.id))
}
