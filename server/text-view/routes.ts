import * as calls from '#contract/text-view.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { getBookText } from './get-book-text.ts'
import { getPageReading } from './get-page-reading.ts'

export const textViewRoutes = (serve: Serve, services: Services) => {
  serve(calls.getPageReading, ({ params, query }) =>
    getPageReading(services, { bookId: params.id, page: query.page ?? 1 }),
  )
  serve(calls.getBookText, ({ params, query }) => getBookText(services, { bookId: params.id, from: query.from }))
}
