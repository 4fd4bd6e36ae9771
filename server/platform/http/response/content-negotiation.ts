import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * While a shared cache renews a response it serves the old one, for this second at most: an error, such as that the book is
 * hidden, is not stored in its place.
 */
const sharedFor = (seconds: number) => `s-maxage=${seconds}, stale-while-revalidate=1, stale-if-error=60`

/**
 * What a response says that is the same for every visitor: browsers ask again each time, and a shared cache may store it
 * for `seconds`. Zero keeps it out of shared caches.
 */
export const visitorCaching = (seconds: number): string =>
  seconds > 0 ? `public, max-age=0, ${sharedFor(seconds)}` : 'public, no-cache'

/**
 * What a picture says: it never changes under its address, but it may be hidden or deleted. A browser stores it for a year;
 * a shared cache, which would show it to others, asks again after `seconds`. Zero is for sites without a shared cache.
 */
export const pictureCaching = (seconds: number): string =>
  ['public, max-age=31536000, immutable', ...(seconds > 0 ? [sharedFor(seconds)] : [])].join(', ')

export const JSON_TYPE = 'application/json; charset=utf-8'

/** In bytes. A smaller body is sent as it is. */
const MIN_COMPRESSED = 512
const BROTLI_QUALITY = 6

export type Encoding = 'br' | 'gzip'

/** A finished response body with its entity tag, and the encodings made of it so far. */
export interface ResponseBody {
  readonly identity: Buffer
  readonly etag: string
  br?: Buffer
  gzip?: Buffer
}

/** A response that can be sent any number of times. */
export interface FinishedResponse {
  body: ResponseBody
  /** Names and values by turns, without those that depend on the request or the encoding. */
  headers: string[]
  cacheControl: string
  /** An API response to a request with a token is never stored by the browser. */
  isPrivateToTokens?: boolean
  /** Pictures are compressed already. */
  isCompressible: boolean
  /** Further request headers that the response depends on. */
  varies?: string
  /** In milliseconds since the epoch: it has a `last-modified`. */
  modifiedAt?: number
  /** The heads sent so far, by encoding and caching. */
  heads?: Map<string, string[]>
}

/** The body of a text, with a weak ETag from its content. Where `known` has the same text, that is it: a hash costs more. */
export const toBody = (text: string, known?: ResponseBody): ResponseBody => {
  const identity = Buffer.from(text)
  if (known?.identity.equals(identity)) return known
  return { identity, etag: `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"` }
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** The encoding that the client prefers of those we make. */
export const acceptedEncoding = (accepted = ''): Encoding | undefined =>
  accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined

const pending = new WeakMap<ResponseBody, Map<Encoding, Promise<void>>>()

/** Makes an encoding of a body once, however often it is asked for. */
export const compressBody = (body: ResponseBody, encoding: Encoding): Promise<void> => {
  const running = pending.get(body) ?? new Map<Encoding, Promise<void>>()
  pending.set(body, running)
  const known = running.get(encoding)
  if (known) return known
  const compress = async () => {
    body[encoding] =
      encoding === 'gzip'
        ? await toGzip(body.identity)
        : await toBrotli(body.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  }
  const made = compress()
  running.set(encoding, made)
  return made
}

/** Weak comparison, as conditional requests have it. */
const isKnown = (etag: string, known: string | undefined): boolean =>
  known !== undefined &&
  (known === etag || known.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)))

/** By time, which counts where the client names no entity tag. */
const isUnmodified = ({ modifiedAt }: FinishedResponse, asked: IncomingMessage['headers']): boolean =>
  modifiedAt !== undefined &&
  asked['if-none-match'] === undefined &&
  Date.parse(asked['if-modified-since'] ?? '') >= modifiedAt

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

/**
 * Sends a response in the encoding that the client accepts, or 304 where it has the body already. `onCompress` is called
 * where the accepted encoding has not been made yet: the body is then sent uncompressed.
 */
export const sendNegotiated = (
  finished: FinishedResponse,
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  onCompress?: (encoding: Encoding) => void,
): void => {
  const { body, isCompressible } = finished
  const isPrivate = finished.isPrivateToTokens && asked.authorization !== undefined
  const cacheControl = isPrivate ? 'no-store' : finished.cacheControl
  if (isKnown(body.etag, asked['if-none-match']) || isUnmodified(finished, asked)) {
    response.writeHead(304, commonHead(finished, cacheControl))
    response.end()
    return
  }
  const accepted =
    isCompressible && body.identity.length >= MIN_COMPRESSED ? acceptedEncoding(asked['accept-encoding']) : undefined
  const encoded = accepted && body[accepted]
  if (accepted && !encoded) onCompress?.(accepted)
  const bytes = encoded ?? body.identity
  response.writeHead(200, headOf(finished, cacheControl, encoded && accepted, bytes.length))
  response.end(bytes)
}

/** Sends a finished response as `sendNegotiated` does: Fastify would serialize it again. */
export const sendFinished = (
  response: FinishedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  sendNegotiated(response, request.raw, reply.hijack().raw)
  return reply
}

const headOf = (
  finished: FinishedResponse,
  cacheControl: string,
  encoding: Encoding | undefined,
  length: number,
): string[] => {
  const heads = (finished.heads ??= new Map())
  const key = `${encoding} ${cacheControl}`
  const known = heads.get(key)
  if (known) return known
  const head = commonHead(finished, cacheControl)
  head.push('content-length', String(length))
  if (encoding) head.push('content-encoding', encoding)
  heads.set(key, head)
  return head
}

/** What the response and a 304 in its place both say. */
const commonHead = (finished: FinishedResponse, cacheControl: string): string[] => {
  const { headers, body, modifiedAt } = finished
  const modified = modifiedAt === undefined ? [] : ['last-modified', new Date(modifiedAt).toUTCString()]
  return [...headers, ...modified, 'cache-control', cacheControl, 'etag', body.etag, ...varyOf(finished)]
}

const varyOf = ({ isCompressible, isPrivateToTokens, varies }: FinishedResponse): string[] => {
  const names = [
    ...(isCompressible ? ['accept-encoding'] : []),
    ...(isPrivateToTokens ? ['authorization'] : []),
    ...(varies ? [varies] : []),
  ]
  return names.length > 0 ? ['vary', names.join(', ')] : []
}
