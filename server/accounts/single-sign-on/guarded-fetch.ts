import type { CustomFetch } from 'openid-client'
import {
  parseTarget,
  requestTarget,
  resolveTarget,
  type Target,
  TargetError,
} from '#server/platform/outgoing/public-target.ts'

/** For one answer: the first ones of a small provider take seconds, and a step of a log-in needs up to five. */
const ANSWER_MS = 3000
/** For all requests of one step together. */
const STEP_MS = 9000
const ANSWER_MAX_BYTES = 512 * 1024
const REDIRECTS_MAX = 3

/**
 * A `fetch` for the requests of one step: to public addresses or `networks` only, each resolved once. It follows no
 * redirect, reads half a megabyte at most, and waits for three seconds, for all requests together for nine.
 */
export const guardedFetch = (networks: readonly string[]): CustomFetch => {
  const end = performance.now() + STEP_MS
  return async (address, { method, headers, body }) => {
    const left = Math.max(0, Math.ceil(end - performance.now()))
    const signal = AbortSignal.timeout(Math.min(ANSWER_MS, left))
    const url = parseTarget(address)
    const target = await within(signal, resolveTarget(url, networks, undefined, 'OIDC_NETWORKS'))
    return send(url, target, { method, headers, body: textOf(body), signal })
  }
}

/**
 * The same fetch for what a provider says of itself: some web servers, as of Nextcloud, redirect the well-known address
 * to the program that answers it. Redirects to another origin are not followed.
 */
export const followRedirects =
  (fetch: CustomFetch): CustomFetch =>
  async (address, options) => {
    let url = address
    let response = await fetch(url, options)
    for (let followed = 0; followed < REDIRECTS_MAX && REDIRECTS.has(response.status); followed++) {
      const next = URL.parse(response.headers.get('location') ?? '', url)
      if (next?.origin !== new URL(url).origin) break
      url = next.href
      response = await fetch(url, options)
    }
    return response
  }

const REDIRECTS = new Set([301, 302, 303, 307, 308])

const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    work.then(resolve, reject)
  })

const textOf = (body: unknown): string => {
  if (body === undefined || body === null) return ''
  if (typeof body === 'string' || body instanceof URLSearchParams) return body.toString()
  throw new TargetError('The request has a body of an unknown kind.')
}

interface Message {
  method: string
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

const send = (url: URL, target: Target, { method, headers, body, signal }: Message): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = requestTarget(url, target, {
      method,
      signal,
      headers: { ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) },
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > ANSWER_MAX_BYTES) request.destroy(new TargetError('The answer is too large.'))
        chunks.push(chunk)
      })
      response.on('error', reject)
      response.on('end', () => {
        const status = response.statusCode ?? 500
        const { 'content-type': type, location } = response.headers
        const headers = {
          ...(type !== undefined && { 'content-type': type }),
          ...(location !== undefined && { location }),
        }
        // A `Response` of these has no body.
        const content = [204, 205, 304].includes(status) ? null : Buffer.concat(chunks)
        resolve(new Response(content, { status, headers }))
      })
    })
    request.on('error', reject)
    request.end(body)
  })
