import * as calls from '#contract/recommendations.ts'
import { earliestPremiumEnd } from '#server/books/book-serializer.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { dailyRecommendations } from './daily-recommendations.ts'
import { dismissBook, restoreBook } from './dismiss-book.ts'
import { recommendedBooks } from './recommended-books.ts'
import { relatedBooks } from './related-books.ts'

export const recommendationRoutes = (serve: Serve, services: Services) => {
  serve(calls.recommendedBooks, ({ query, caller }, services) => recommendedBooks(services, caller?.id, query.limit), {
    expiresAt: earliestPremiumEnd,
  })
  serve(
    calls.dailyRecommendations,
    ({ query, caller }, services) => dailyRecommendations(services, caller?.id, query.limit),
    {
      expiresAt: earliestPremiumEnd,
    },
  )
  serve(calls.relatedBooks, ({ params }, services) => relatedBooks(services, params.id), {
    expiresAt: ({ byAuthor, alsoLiked }) => earliestPremiumEnd([...byAuthor, ...alsoLiked]),
  })
  serve(calls.dismissBook, ({ params, caller }) => dismissBook(services, params.id, caller.id))
  serve(calls.restoreBook, ({ params, caller }) => restoreBook(services, params.id, caller.id))
}
