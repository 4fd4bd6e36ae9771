import { searchInside } from '#contract/search-inside.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'
import { searchPages } from './search-pages.ts'

export const searchInsideRoutes = (serve: Serve, services: Services) => {
  serve(searchInside, ({ query }) => searchPages(services, query))
}
