import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react-router'
import type { LoaderFunctionArgs, Params } from 'react-router'
import type { Args } from '#contract/api/client.ts'
import type { Call, Output } from '#contract/api/endpoint.ts'

/** The meta of every query, which the query client turns into a call. */
export interface QueryRequest extends Record<string, unknown> {
  call: Call
  input: unknown
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryRequest
  }
}

/** A call as a query: `useQuery(query(getBook, { params: { id } }))`. */
export const query = <C extends Call>(call: C, ...[input]: Args<C>) =>
  queryOptions<Output<C>>({ queryKey: keyOf(call, input), meta: { call, input } })

/** The key of one call, or of all calls of an endpoint if no input is given. */
export const keyOf = (call: Call, input?: unknown) => (input === undefined ? [call.path] : [call.path, input])

/** The client that loaders prefetch into: set on the server and when a link is prefetched on intent, else null. */
export const prefetchContext = createContext<QueryClient | null>(null)

type QueryToPrefetch = Parameters<QueryClient['prefetchQuery']>[0]

type QueriesOf = (
  params: Params<string>,
  search: URLSearchParams,
  client: QueryClient,
) => unknown[] | Promise<unknown[]>

/** A route loader that prefetches the queries of its page. */
export const prefetch =
  (queriesOf: QueriesOf) =>
  async ({ params, request, context }: LoaderFunctionArgs) => {
    const client = context.get(prefetchContext)
    if (!client) return null
    const queries = (await queriesOf(params, new URL(request.url).searchParams, client)) as QueryToPrefetch[]
    await Promise.all(queries.map((each) => client.prefetchQuery(each)))
    return null
  }
