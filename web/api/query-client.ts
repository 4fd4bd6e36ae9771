import { QueryClient } from '@tanstack/react-query'
import { ApiError, isProblem } from '#contract/api/api-error.ts'
import type { Api } from '#contract/api/client.ts'
import type { QueryRequest } from './query.ts'

const STALE_AFTER_MS = 30_000
const RETRY_AFTER_MS = 800
const NOT_FOUND = 404

/** A query as the page carries it: its data, or the message of a 'not_found'. Smaller than the library's own format. */
export type DehydratedQuery = { key: readonly unknown[]; at: number } & ({ data: unknown } | { notFound: string })

/** A query client whose queries are calls of the API. */
export const createQueryClient = (api: Api, { retries = 1 } = {}) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ meta }) => {
          const { call, input } = meta as QueryRequest
          return api(call, input as Parameters<Api>[1])
        },
        staleTime: STALE_AFTER_MS,
        networkMode: 'always',
        // Not the default of this network mode: failed queries are retried when the browser is online again.
        refetchOnReconnect: true,
        retry: (failures, error) => failures < retries && isTransient(error),
        retryDelay: RETRY_AFTER_MS,
        retryOnMount: ({ state }) => !isProblem(state.error, 'not_found'),
      },
      mutations: { networkMode: 'always' },
    },
  })

/** No response, or one that a retry may improve. */
const isTransient = (error: unknown) => !isProblem(error) || error.status >= 500

/** The queries to send with a page. The browser loads stale ones again; other failures are left out, so that it retries them. */
export const dehydrate = (client: QueryClient, { isStale = false } = {}): DehydratedQuery[] =>
  client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey: key, state: { data, error, dataUpdatedAt, errorUpdatedAt } }): DehydratedQuery[] => {
      if (data !== undefined) return [{ key, at: isStale ? 0 : dataUpdatedAt, data }]
      return isProblem(error, 'not_found') ? [{ key, at: errorUpdatedAt, notFound: error.message }] : []
    })

export const hydrate = (client: QueryClient, queries: DehydratedQuery[]) => {
  for (const query of queries) {
    if ('data' in query) client.setQueryData(query.key, query.data, { updatedAt: query.at })
    else setNotFound(client, query.key, query.notFound)
  }
}

const setNotFound = (client: QueryClient, queryKey: readonly unknown[], message: string) => {
  const query = client.getQueryCache().build(client, { queryKey })
  query.setState({ status: 'error', error: new ApiError(NOT_FOUND, { type: 'not_found', message }) })
}
