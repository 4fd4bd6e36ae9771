import type { Endpoint, Input, Output } from './endpoint.ts'
import { Problem, type ProblemBody } from './problems.ts'

type Sent = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** What a call takes: nothing where it has no required part. */
export type Args<E extends Endpoint> = {} extends Input<E> ? [input?: Input<E>] : [input: Input<E>]

/** The address of a call with its parameters and query filled in. */
export const addressOf = (call: Endpoint, { params = {}, query = {} }: Sent = {}): string => {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString()
  return `/api${path}${search && `?${search}`}`
}

const problemOf = async (response: Response): Promise<Problem> => {
  const body = (await response.json().catch(() => ({}))) as Partial<ProblemBody>
  return new Problem({ status: response.status, body })
}

/**
 * Calls any endpoint over a fetch: the browser's, or the server's own without a network.
 * Throws Problem for every answer that isn't 2xx, and what fetch throws where there is no answer.
 */
export const createApi =
  (fetch: Fetch, token: () => string | null = () => null) =>
  async <E extends Endpoint>(call: E, ...[input]: Args<E>): Promise<Output<E>> => {
    const sent = (input ?? {}) as Sent
    const headers: Record<string, string> = {}
    const bearer = token()
    if (bearer) headers.authorization = `Bearer ${bearer}`
    const isForm = sent.body instanceof FormData
    if (sent.body !== undefined && !isForm) headers['content-type'] = 'application/json'
    const body = sent.body === undefined || isForm ? (sent.body as FormData | undefined) : JSON.stringify(sent.body)
    const response = await fetch(addressOf(call, sent), { method: call.method, headers, body: body ?? null })
    if (!response.ok) throw await problemOf(response)
    if (response.status === 204) return undefined as Output<E>
    return (await (call.fileType ? response.blob() : response.json())) as Output<E>
  }

export type Api = ReturnType<typeof createApi>
