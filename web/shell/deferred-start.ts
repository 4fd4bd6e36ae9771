import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { loadJapaneseWhenNeeded } from '#web/fonts/load-japanese.ts'
import { prefetchOnIntent } from './prefetch-on-intent.ts'

/** What makes a page better that works already: loaded once it does. */
export const startDeferred = (routes: RouteObject[], client: QueryClient) => {
  loadJapaneseWhenNeeded()
  prefetchOnIntent(routes, client)
}
