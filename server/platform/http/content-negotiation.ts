import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const SMALLEST_COMPRESSED = 512
const BROTLI_QUALITY = 6
/** A tenth of a second of another thread, for what was asked for so often and will be asked for a while yet. */
const DENSE = { quality: 11, askedFor: 100, afterMs: 1000 }

export type Encoding = 'br' | 'gzip'

/** What an answer says, as bytes, and their ETag. */
export interface Body {
  identity: Buffer
  etag: string
}

export const bodyFrom = (text: string): Body => {
  const identity = Buffer.from(text)
  return { identity, etag: `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"` }
}

/** An answer that lies ready, and the forms in which it was given. */
export interface Given extends Body {
  /** Name and value by turns, without those that depend on the body or the asking. */
  headers: string[]
  /** An API answer to a token is never stored by the browser. */
  privateToTokens: boolean
  keptAt: number
  br?: Buffer
  gzip?: Buffer
  compressing?: Set<Encoding | 'dense'>
  /** How often it was given in brotli. */
  asked: number
  /** To be called when it has another form. */
  grew: () => void
  /** Name and value by turns, for each form in which it was given. */
  heads: Map<string, string[]>
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Gives it in the form that was asked for, or says that it is still the same. */
export const give = (entry: Given, { headers }: IncomingMessage, response: ServerResponse) => {
  const { etag } = entry
  const cacheControl = entry.privateToTokens && headers.authorization !== undefined ? 'no-store' : 'public, no-cache'
  if (headers['if-none-match'] === etag) {
    response.writeHead(304, [...entry.headers, 'cache-control', cacheControl, 'etag', etag])
    response.end()
    return
  }
  const encoding = encodingOf(entry, headers['accept-encoding'])
  const body = (encoding && entry[encoding]) ?? entry.identity
  response.writeHead(200, headOf(entry, cacheControl, encoding, body.length))
  response.end(body)
}

/** Put together once for each form of an answer. */
const headOf = (entry: Given, cacheControl: string, encoding: Encoding | undefined, length: number): string[] => {
  const form = encoding === undefined ? cacheControl : `${encoding} ${cacheControl}`
  const known = entry.heads.get(form)
  if (known) return known
  const own = ['cache-control', cacheControl, 'etag', entry.etag, 'vary', 'accept-encoding']
  const coded = encoding === undefined ? [] : ['content-encoding', encoding]
  const head = [...entry.headers, ...own, 'content-length', String(length), ...coded]
  entry.heads.set(form, head)
  return head
}

/** What most answers are asked for is once: the first who asks again has an answer compressed for those who follow. */
const encodingOf = (entry: Given, accepted = ''): Encoding | undefined => {
  const wanted = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
  if (wanted === undefined || entry.identity.length < SMALLEST_COMPRESSED) return undefined
  if (wanted === 'br' && isAskedOften(entry)) void compress(entry, 'dense')
  if (entry[wanted]) return wanted
  void compress(entry, wanted)
  return undefined
}

const isAskedOften = (entry: Given) =>
  ++entry.asked >= DENSE.askedFor && performance.now() - entry.keptAt >= DENSE.afterMs

/** Each form is made once, beside the requests. */
const compress = async (entry: Given, form: Encoding | 'dense') => {
  entry.compressing ??= new Set()
  if (entry.compressing.has(form)) return
  entry.compressing.add(form)
  const quality = form === 'dense' ? DENSE.quality : BROTLI_QUALITY
  const bytes =
    form === 'gzip'
      ? await toGzip(entry.identity)
      : await toBrotli(entry.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
  entry[form === 'gzip' ? 'gzip' : 'br'] = bytes
  entry.heads.clear()
  entry.grew()
}
