import * as calls from '#contract/recommendations.ts'
import * as actions from '#contract/recommended-book-actions.ts'
import { earliestPremiumEnd } from '#server/books/book-serializer.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import type { SiteSettingsCache } from '#server/site/site-settings.ts'
import type { ClickCounter } from './count-clicks.ts'
import { dailyRecommendations } from './daily-recommendations.ts'
import { dismissBook, restoreBook } from './dismiss-book.ts'
import { recommendBooks } from './recommended-books.ts'
import { relatedBooks } from './related-books.ts'

export const recommendationRoutes = (
  serve: Serve,
  services: Services,
  { site, clicks }: { site: SiteSettingsCache; clicks: ClickCounter },
) => {
  serve(
    calls.recommendedBooks,
    async ({ query: { limit }, caller }, services) => {
      const hasSmallPlace = (await site.read()).smallAuthorsPlace === 'on'
      return clicks.show(caller?.id, await recommendBooks(services, { readerId: caller?.id, limit, hasSmallPlace }))
    },
    { expiresAt: earliestPremiumEnd },
  )
  serve(actions.countRecommendationClick, ({ body, caller }) => clicks.click(caller.id, body.click))
  serve(
    calls.dailyRecommendations,
    ({ query, caller }, services) => dailyRecommendations(services, caller?.id, query.limit),
    {
      expiresAt: earliestPremiumEnd,
    },
  )
  serve(calls.relatedBooks, ({ params }, services) => relatedBooks(services, params.id), {
    expiresAt: ({ nextInSeries, byAuthor, alsoLiked }) =>
      earliestPremiumEnd([...(nextInSeries ? [nextInSeries] : []), ...byAuthor, ...alsoLiked]),
  })
  serve(actions.dismissBook, ({ params, caller }) => dismissBook(services, params.id, caller.id))
  serve(actions.restoreBook, ({ params, caller }) => restoreBook(services, params.id, caller.id))
}
