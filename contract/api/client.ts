import type { Call, Input, Output } from './endpoint.ts'
import { ApiError } from './api-error.ts'
import type { ProblemBody } from './problems.ts'

type Sent = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The arguments of a call; the input is optional if it has no required part. */
export type Args<C extends Call> = {} extends Input<C> ? [input?: Input<C>] : [input: Input<C>]

/** The URL of a call with its parameters and query. */
export const addressOf = (call: Call, { params = {}, query = {} }: Sent = {}): string => {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return `/api${path}${search && `?${search}`}`
}

const toApiError = async (response: Response): Promise<ApiError> => {
  const body = (await response.json().catch(() => ({}))) as Partial<ProblemBody>
  return new ApiError(response.status, body)
}

/**
 * Calls the API over a fetch: the browser's, or the server's in-process one. Throws ApiError for a response that is not
 * 2xx, and the error of fetch if there is no response.
 */
export const createApi =
  (fetch: Fetch, token: () => string | null = () => null) =>
  async <C extends Call>(call: C, ...[input]: Args<C>): Promise<Output<C>> => {
    const sent = (input ?? {}) as Sent
    const headers: Record<string, string> = {}
    const bearer = token()
    if (bearer) headers.authorization = `Bearer ${bearer}`
    const isForm = sent.body instanceof FormData
    if (sent.body !== undefined && !isForm) headers['content-type'] = 'application/json'
    const body = sent.body === undefined || isForm ? (sent.body as FormData | undefined) : JSON.stringify(sent.body)
    const response = await fetch(addressOf(call, sent), { method: call.method, headers, body: body ?? null })
    if (!response.ok) throw await toApiError(response)
    if (response.status === 204) return undefined as Output<C>
    return (await (call.fileType ? response.blob() : response.json())) as Output<C>
  }

export type Api = ReturnType<typeof createApi>
