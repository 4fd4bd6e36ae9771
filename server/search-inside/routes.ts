import { searchInside } from '#contract/search-inside.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { searchPages } from './search-pages.ts'

export const searchInsideRoutes = (serve: Serve) => {
  serve(searchInside, ({ query }, services) => searchPages(services, query))
}
