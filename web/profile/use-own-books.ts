import { useQuery } from '@tanstack/react-query'
import { OWN_BOOKS_REFRESH_MS } from '#contract/values/publishing.ts'
import { listOwnBooks } from '#contract/calls/publishing.ts'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { errorMessage } from '#web/api/error-message.ts'

/** The user's own books, refetched every 15 seconds while the page is visible; `failure` stays until a fetch succeeds. */
export const useOwnBooks = () => {
  const { data, error, isError, errorUpdateCount, refetch } = useQuery({
    ...query(listOwnBooks),
    // The timestamp makes each address unique, so that no cache in between answers.
    queryFn: () => api(listOwnBooks, { query: { t: Date.now() } }),
    refetchInterval: OWN_BOOKS_REFRESH_MS,
  })
  const failed = isError || (!data && errorUpdateCount > 0)
  return {
    books: data,
    failure: failed ? errorMessage(error, listOwnBooks) : undefined,
    isWaiting: !data && !failed,
    retry: () => void refetch(),
  }
}
