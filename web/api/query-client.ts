import { QueryClient } from '@tanstack/react-query'
import type { Api } from '#contract/client.ts'
import { Problem, isProblem } from '#contract/problems.ts'
import type { Asked } from './query.ts'

const FRESH_MS = 30_000
const RETRY_AFTER_MS = 800

/** What a client read, as it travels in the page: data, or the words of what isn't there. */
export type Carried = { key: readonly unknown[]; at: number } & ({ data: unknown } | { missing: string })

/** A query client whose queries are calls of the API. */
export const createQueryClient = (api: Api, { retries = 1 } = {}) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ meta }) => {
          const { call, input } = meta as Asked
          return api(call, ...([input] as Parameters<Api>[1][]))
        },
        staleTime: FRESH_MS,
        networkMode: 'always',
        retry: (failures, error) => failures < retries && isStale(error),
        retryDelay: RETRY_AFTER_MS,
        retryOnMount: ({ state }) => !isProblem(state.error, 'not_found'),
      },
      mutations: { networkMode: 'always' },
    },
  })

/** No answer, or one that another try may better. */
const isStale = (error: unknown) => !isProblem(error) || error.status >= 500

export const carry = (client: QueryClient): Carried[] =>
  client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey: key, state: { data, error, dataUpdatedAt, errorUpdatedAt } }): Carried[] => {
      if (data !== undefined) return [{ key, at: dataUpdatedAt, data }]
      return isProblem(error, 'not_found') ? [{ key, at: errorUpdatedAt, missing: error.message }] : []
    })

export const unpack = (client: QueryClient, carried: Carried[]) => {
  for (const one of carried) {
    if ('data' in one) client.setQueryData(one.key, one.data, { updatedAt: one.at })
    else markMissing(client, one.key, one.missing)
  }
}

const markMissing = (client: QueryClient, queryKey: readonly unknown[], message: string) => {
  const missing = client.getQueryCache().build(client, { queryKey })
  missing.setState({ status: 'error', error: new Problem('notFound', { message }) })
}
