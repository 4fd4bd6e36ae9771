import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CacheTag, Endpoint } from '#contract/api/endpoint.ts'
import {
  JSON_TYPE,
  type ResponseBody,
  sendFinished,
  toBody,
  visitorCaching,
} from '#server/platform/http/response/content-negotiation.ts'
import { currentPage } from './page-dependencies.ts'
import type { ResponseCache } from './response-cache.ts'

interface StoreOptions {
  cache: ResponseCache
  /** What every response of the API carries, names and values by turns. */
  apiHeaders: string[]
  /** How long a shared cache may store an answer to visitors. */
  sharedCacheSeconds: number
}

interface Sending {
  request: FastifyRequest
  reply: FastifyReply
  answer: object
  text: () => string
  expiresAt: Date | undefined
}

/** Stores the answers of a call for its next requests, and sends them. */
export const answerStore = (call: Endpoint, { cache, apiHeaders, sharedCacheSeconds }: StoreOptions) => {
  const keyOf = cacheKeys(call)
  const headers = [...apiHeaders, 'content-type', JSON_TYPE]
  const cacheControl = visitorCaching(sharedCacheSeconds)
  // Requests that shared one read are answered one after another: they share its body as well.
  let last: { answer: object; body: ResponseBody } | undefined

  return ({ request, reply, answer, text, expiresAt }: Sending): FastifyReply => {
    const key = keyOf(request.raw.url ?? '')
    const body = last?.answer === answer ? last.body : toBody(text(), cache.bodyUnder(key))
    last = { answer, body }
    const tags = tagsOf(call.cache?.tags ?? [], request)
    const response = cache.store(key, request.begunAt, {
      body,
      headers,
      cacheControl,
      tags,
      expiresAt: expiresAt?.getTime(),
      audience:
        call.cache?.audience === 'visitors'
          ? 'visitors'
          : (request.cachedFor ?? (request.isOpen ? 'everyone' : 'members')),
      isPrivateToTokens: true,
      isCompressible: true,
    })
    currentPage()?.add(tags, expiresAt?.getTime())
    return sendFinished(response, request, reply)
  }
}

/** The tags of a call as the cache has them: those of its own book are named by the book's id. */
export const tagsOf = (tags: readonly CacheTag[], request: FastifyRequest): string[] =>
  tags.map((tag) => (tag === 'book' ? `book:${(request.params as { id: string }).id}` : tag))

/** The address without the query parameters that the call does not know: they change nothing. */
const cacheKeys = ({ query }: Endpoint) => {
  const { shape = {} } = (query?._zod.def ?? {}) as { shape?: Record<string, unknown> }
  const names = new Set(Object.keys(shape))
  const isKnown = (part: string) => {
    const [name = ''] = part.split('=', 1)
    return names.has(name) || names.has(decodeName(name))
  }
  return (url: string): string => {
    // What is behind a second question mark is part of the query too.
    const at = url.indexOf('?')
    if (at < 0) return url
    const [path, search] = [url.slice(0, at), url.slice(at + 1)]
    const known = search.split('&').filter(isKnown)
    return known.length > 0 ? `${path}?${known.join('&')}` : path
  }
}

const decodeName = (name: string): string => [...new URLSearchParams(name).keys()][0] ?? ''
