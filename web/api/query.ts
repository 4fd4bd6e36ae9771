import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react-router'
import type { LoaderFunctionArgs, Params } from 'react-router'
import type { Args } from '#contract/client.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'

/** What every query asks for; the query client turns it into a call. */
export interface Asked extends Record<string, unknown> {
  call: Endpoint
  input: unknown
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Asked
  }
}

/** The one way to read: `useQuery(query(getBook, { params: { id } }))`. */
export const query = <E extends Endpoint>(call: E, ...[input]: Args<E>) =>
  queryOptions<Output<E>>({ queryKey: keyOf(call, input), meta: { call, input } })

/** The key of one call, or of all calls of an endpoint where no input is given. */
export const keyOf = (call: Endpoint, input?: unknown) => (input === undefined ? [call.path] : [call.path, input])

/** Set while rendering on the server, and where a page is read before its link is followed; else a page reads when it is shown. */
export const warming = createContext<QueryClient | null>(null)

type Warm = Parameters<QueryClient['prefetchQuery']>[0]

type Ahead = (params: Params<string>, search: URLSearchParams, client: QueryClient) => unknown[] | Promise<unknown[]>

/** A loader that reads ahead what the page will ask for. */
export const warm =
  (queries: Ahead) =>
  async ({ params, request, context }: LoaderFunctionArgs) => {
    const client = context.get(warming)
    if (!client) return null
    const asked = (await queries(params, new URL(request.url).searchParams, client)) as Warm[]
    await Promise.all(asked.map((one) => client.prefetchQuery(one)))
    return null
  }
