import { LRUCache } from 'lru-cache'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { Problem, STATUS } from '#contract/api/problems.ts'
import { RETRY_SECONDS, type WorkKind, type WorkQueue } from '#server/platform/work-queue.ts'
import { pathPattern } from './path-pattern.ts'
import { bodyOf } from '#server/platform/http/response/errors.ts'
import { API_POLICY, flat, securityHeaders } from '#server/platform/http/response/headers.ts'

const MAX_REFUSALS = 1000

/** Answers requests that the queue would refuse before they are parsed and routed, which costs more than the answer. */
export const createRefusal = (queue: WorkQueue, served: readonly Endpoint[], publicUrl: string | undefined) => {
  const answerTo = refusals(served, publicUrl)
  let refused = 0
  return {
    /** Returns whether the request was refused. */
    refuse: (request: IncomingMessage, response: ServerResponse): boolean => {
      const { url = '', method = '' } = request
      if (!url.startsWith('/api/') || !queue.isFull(kindOfRequest(request))) return false
      refused += 1
      const { head, body } = answerTo(method, url.split('?', 1)[0] ?? '')
      response.writeHead(STATUS.overloaded, head)
      response.end(method === 'HEAD' ? undefined : body)
      return true
    },
    /** The number of refused requests. */
    refused: () => refused,
  }
}

const kindOfRequest = ({ method, headers }: IncomingMessage): WorkKind => {
  if (method === 'GET' || method === 'HEAD') return 'read'
  return headers['content-type']?.startsWith('multipart/') ? 'upload' : 'write'
}

interface Refusal {
  head: string[]
  body: Buffer
}

/** The 503 with the failure message of the call that serves a path. Paths without parameters are found first. */
const refusals = (served: readonly Endpoint[], publicUrl: string | undefined) => {
  const calls = served
    .map(({ method, path, failureMessage }) => ({ method, path, failureMessage, match: pathPattern(path) }))
    .toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
  const headers = {
    ...securityHeaders(publicUrl),
    'content-security-policy': API_POLICY,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(RETRY_SECONDS),
  }
  const known = new LRUCache<string, Refusal>({ max: MAX_REFUSALS })

  return (method: string, path: string): Refusal => {
    const key = `${method} ${path}`
    const found = known.get(key)
    if (found) return found
    const message = calls.find((call) => call.method === method && call.match.test(path))?.failureMessage
    const body = Buffer.from(JSON.stringify(bodyOf(new Problem('overloaded'), 'none', message)))
    const refusal = { head: flat({ ...headers, 'content-length': String(body.length) }), body }
    known.set(key, refusal)
    return refusal
  }
}
