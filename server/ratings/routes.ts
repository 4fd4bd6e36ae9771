import * as calls from '#contract/ratings.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { rateBook } from './rate-book.ts'

export const ratingRoutes = (serve: Serve, services: Services) => {
  serve(calls.rateBook, ({ params, body, caller }) =>
    rateBook(services, { bookId: params.id, userId: caller.id, stars: body.rating }),
  )
}
