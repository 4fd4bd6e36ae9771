import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** However seldom something changes, an answer is made anew after so long: views, for one, drop nothing. */
const MAX_AGE_MS = 30_000
/** Many drops in a row ask once. */
const LOOK_AFTER_MS = 20
const MAX_ENTRIES = 4_000
const MAX_BYTES = 16 * 1024 * 1024
/** What an answer takes beside its bytes: its compressed forms, its address and its headers. */
const ENTRY_BYTES = 4096
/** A token is taken to be alive for so long after the database said so. */
const TOKEN_MS = 1000
const MAX_TOKENS = 20_000
const SMALLEST_COMPRESSED = 512
const BROTLI_QUALITY = 6

/** Whose requests may have an answer: all; all without a token; all with a living one. */
export type Audience = 'everyone' | 'visitors' | 'members'

export interface Answer {
  body: string
  /** Name and value by turns, without those that depend on the body or the asking. */
  headers: string[]
  audience: Audience
  /** An API answer to a token is never stored by the browser. */
  privateToTokens: boolean
  /** The forms in which it was made already. */
  forms?: Partial<Record<Encoding, Buffer>>
}

interface Entry extends Omit<Answer, 'body' | 'forms'> {
  etag: string
  bytes: number
  keptAt: number
  identity: Buffer
  br?: Buffer
  gzip?: Buffer
  compressing?: Set<Encoding>
  /** Name and value by turns, for each form in which it was given. */
  heads: Map<string, string[]>
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Finished answers to what is asked most, given before any routing: the same bytes for everyone until a write drops
 * them. An answer that was begun before a drop is never kept after it.
 */
export const createReadyAnswers = () => {
  const entries = new Map<string, Entry>()
  const liveTokens = new Map<string, number>()
  let generation = 0
  let bytes = 0
  let isSuspended = false
  /** The next moment that changes an answer by itself: a premium book's end, or a new day. */
  let changesAt = nextDay()

  let lookAhead: (() => void) | undefined
  let isLooking = false

  const clear = () => {
    entries.clear()
    bytes = 0
    generation++
    changesAt = nextDay()
    if (!lookAhead || isLooking) return
    isLooking = true
    setTimeout(() => {
      isLooking = false
      lookAhead?.()
    }, LOOK_AFTER_MS).unref()
  }

  const find = (url: string): Entry | undefined => {
    if (isSuspended) return undefined
    if (Date.now() >= changesAt) clear()
    const entry = entries.get(url)
    if (!entry) return undefined
    if (performance.now() - entry.keptAt < MAX_AGE_MS) return entry
    forget(url, entry)
    return undefined
  }

  const forget = (url: string, entry: Entry) => {
    entries.delete(url)
    bytes -= entry.bytes
  }

  const isAlive = (token: string) => {
    const at = liveTokens.get(token)
    return at !== undefined && performance.now() - at < TOKEN_MS
  }

  const mayHave = (entry: Entry, { headers }: IncomingMessage) => {
    const { authorization } = headers
    if (authorization === undefined) return entry.audience !== 'members'
    // Whoever has just written asks past what was kept, also in a process that doesn't know of the write yet.
    if (headers['cache-control'] === 'no-cache' || entry.audience === 'visitors') return false
    return entry.audience === 'everyone' || isAlive(authorization)
  }

  return {
    /** Answers a request if its answer lies ready. */
    answer: (request: IncomingMessage, response: ServerResponse): boolean => {
      if (request.method !== 'GET') return false
      const entry = find(request.url ?? '')
      if (!entry || !mayHave(entry, request) || isOdd(request)) return false
      give(entry, request, response)
      return true
    },
    /** Keeps an answer, if nothing was dropped since it was begun; returns its ETag and bytes in any case. */
    keep: (url: string, begunIn: number, { body, forms, ...answer }: Answer): { etag: string; identity: Buffer } => {
      const identity = Buffer.from(body)
      const etag = `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"`
      if (begunIn !== generation || isSuspended) return { etag, identity }
      const entry: Entry = {
        ...answer,
        ...forms,
        identity,
        etag,
        bytes: identity.length + ENTRY_BYTES,
        heads: new Map(),
        keptAt: performance.now(),
      }
      const old = entries.get(url)
      if (old) forget(url, old)
      entries.set(url, entry)
      bytes += entry.bytes
      for (const [oldest, { bytes: size }] of entries) {
        if (entries.size <= MAX_ENTRIES && bytes <= MAX_BYTES) break
        entries.delete(oldest)
        bytes -= size
      }
      return { etag, identity }
    },
    generation: () => generation,
    drop: clear,
    /** Asks, after each drop and now, when answers will next change without a write. */
    askAhead: (ask: () => void): void => {
      lookAhead = ask
      ask()
    },
    /** Says when answers change without a write. */
    changeAt: (time: number): void => {
      changesAt = Math.min(changesAt, time)
    },
    /** While other processes' writes can't be heard of, nothing is given from what was kept. */
    suspend: (): void => {
      isSuspended = true
      clear()
    },
    resume: (): void => {
      isSuspended = false
      clear()
    },
    tokenLives: (authorization: string): void => {
      if (liveTokens.size >= MAX_TOKENS) liveTokens.clear()
      liveTokens.set(authorization, performance.now())
    },
    tokenEnds: (authorization: string): void => {
      liveTokens.delete(authorization)
    },
  }
}

export type ReadyAnswers = ReturnType<typeof createReadyAnswers>

const DAY_MS = 86_400_000

function nextDay() {
  return Math.ceil((Date.now() + 1) / DAY_MS) * DAY_MS
}

/** What the router refuses or reads otherwise: an expectation, no host, two tokens. */
const isOdd = ({ headers, rawHeaders }: IncomingMessage) =>
  headers.expect !== undefined ||
  headers.host === undefined ||
  (headers.authorization !== undefined &&
    rawHeaders.filter((name) => name.toLowerCase() === 'authorization').length > 1)

const give = (entry: Entry, { headers }: IncomingMessage, response: ServerResponse) => {
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
const headOf = (entry: Entry, cacheControl: string, encoding: Encoding | undefined, length: number): string[] => {
  const form = encoding === undefined ? cacheControl : `${encoding} ${cacheControl}`
  const known = entry.heads.get(form)
  if (known) return known
  const own = ['cache-control', cacheControl, 'etag', entry.etag, 'vary', 'accept-encoding']
  const coded = encoding === undefined ? [] : ['content-encoding', encoding]
  const head = [...entry.headers, ...own, 'content-length', String(length), ...coded]
  entry.heads.set(form, head)
  return head
}

type Encoding = 'br' | 'gzip'

/** What most answers are asked for is once: the first who asks again has an answer compressed for those who follow. */
const encodingOf = (entry: Entry, accepted = ''): Encoding | undefined => {
  const wanted = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
  if (wanted === undefined || entry[wanted] || entry.identity.length < SMALLEST_COMPRESSED)
    return wanted && entry[wanted] && wanted
  if (!entry.compressing?.has(wanted)) void compress(entry, wanted)
  return undefined
}

const compress = async (entry: Entry, encoding: Encoding) => {
  entry.compressing = (entry.compressing ?? new Set()).add(encoding)
  entry[encoding] =
    encoding === 'br'
      ? await toBrotli(entry.identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : await toGzip(entry.identity)
}
