import { useQuery } from '@tanstack/react-query'
import { OWN_BOOKS_REFRESH_MS, listOwnBooks } from '#contract/publishing.ts'
import { api } from '#web/api/browser.ts'
import { query } from '#web/api/query.ts'
import { wordsFor } from '#web/api/words-for.ts'

/** One's own books, asked for again every 15 seconds as long as the page is visible; `failure` stays until they come. */
export const useOwnBooks = () => {
  const { data, error, isError, errorUpdateCount, refetch } = useQuery({
    ...query(listOwnBooks),
    // The mark makes each address a new one: no cache on the way answers with what it kept.
    queryFn: () => api(listOwnBooks, { query: { t: Date.now() } }),
    refetchInterval: OWN_BOOKS_REFRESH_MS,
  })
  const failed = isError || (!data && errorUpdateCount > 0)
  return {
    books: data,
    failure: failed ? wordsFor(error, listOwnBooks) : undefined,
    isWaiting: !data && !failed,
    retry: () => void refetch(),
  }
}
