import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { loadJapaneseWhenNeeded } from '#web/fonts/load-japanese.ts'
import { readyAhead } from './ready-ahead.ts'

/** What makes a page better that works already: loaded once it does. */
export const afterwards = (routes: RouteObject[], client: QueryClient) => {
  loadJapaneseWhenNeeded()
  readyAhead(routes, client)
}
