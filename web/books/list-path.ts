import { useLocation } from 'react-router'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** The state of the history entry of a book's page. */
interface ListState {
  /** The path of the list from which the reader came, with its search parameters. */
  list?: string | undefined
}

/** For links to a book's page: the path of this page, or of the list from which the reader came to this book's page. */
export const useListState = (): ListState => {
  const { pathname, search, state } = useLocation()
  return pathname.startsWith('/book') ? ((state as ListState | null) ?? {}) : { list: pathname + search }
}

/** The list to go back to: with the genre, query, order and page that the reader came from, or else `path`. */
export const useListPath = (path: '/library' | '/premium'): string => {
  const { state } = useLocation()
  const isHydrated = useHydrated()
  const list = (state as ListState | null)?.list
  return isHydrated && list?.startsWith(path) ? list : path
}
