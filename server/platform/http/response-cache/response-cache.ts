import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { DAY_MS } from '#contract/values/durations.ts'
import { countOf, isHost } from '#server/platform/http/request/request-target.ts'
import {
  compressBody,
  type FinishedResponse,
  type ResponseBody,
  sendNegotiated,
} from '#server/platform/http/response/content-negotiation.ts'

/** In bytes: bodies in all their encodings, headers and keys. */
const MAX_BYTES = 48 * 1024 * 1024
/** In bytes: what an entry takes beside its bodies, headers and key. */
const ENTRY_OVERHEAD = 2048
/** The maximum age of an entry: some writes, such as views, invalidate nothing. */
const MAX_AGE_MS = 30_000
/** How long after a write clients that did not write may get a stale response. */
const STALE_MS = 900
/** Invalidations remembered for responses that are still being made. */
const MAX_TAGS = 20_000
/** How long a session token counts as valid after the database confirmed it. */
const TOKEN_MS = 1000
const MAX_TOKENS = 20_000

/** Which requests a response answers: all, those without a token, or those with a valid one. */
export type Audience = 'everyone' | 'visitors' | 'members'

interface CacheableResponse extends FinishedResponse {
  audience: Audience
  /** What the response was made from: `book:ID`, `lists`, `cover:HASH`. All responses depend on `site` as well. */
  tags: readonly string[]
  /** When the response changes without a write, in milliseconds since the epoch; absent for the end of the day in UTC. */
  expiresAt?: number | undefined
  /** Whether a request with these headers gets this response; absent where all do. */
  accepts?: (headers: IncomingMessage['headers']) => boolean
  /** In milliseconds; absent for 30 seconds. */
  maxAgeMs?: number
}

/** When the rendering of a response began. */
export interface CacheMoment {
  version: number
  at: number
}

export interface InvalidateOptions {
  /** Others may be served the older response until 0.9 s after the write. */
  allowStale?: boolean | undefined
}

interface WrittenEarlier {
  /** How long ago the write may have been, in milliseconds. */
  knownAfterMs?: number
}

/** What a request gets from the cache: an answer, nothing, or one as soon as invalidations of other processes are known. */
export type CacheResult = 'served' | 'missed' | 'unsynced'

/** Where invalidations of other processes come from. */
export interface InvalidationSource {
  isSynced: () => boolean
  /** Fetches them; throws nothing. False where that failed. */
  sync: () => Promise<boolean>
}

interface Entry extends CacheableResponse {
  storedAt: number
  staleSince: number | undefined
  expiresAt: number
  maxAgeMs: number
}

/**
 * An LRU cache of complete responses (JSON, pages, covers), which are sent before any routing. A write invalidates by tag:
 * it drops the responses with its tags or, where they may be stale, serves them for at most 0.9 s more. A response whose
 * rendering began before an invalidation is never stored as current.
 */
export const createResponseCache = (maxBytes = MAX_BYTES) => {
  const keysByTag = new Map<string, Set<string>>()
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: (entry, key) => sizeOf(entry, key),
    dispose: (entry, key) => forgetTags(key, entry),
  })
  const validTokens = new LRUCache<string, boolean>({ max: MAX_TOKENS, ttl: TOKEN_MS })
  /** The versions at which a tag was last invalidated: dropped, or allowed to be stale. */
  const lastByTag = new LRUCache<string, { dropped: number; stale: number }>({
    max: MAX_TAGS,
    dispose: ({ dropped, stale }, _tag, reason) => {
      if (reason === 'evict') oldestKnownVersion = Math.max(oldestKnownVersion, dropped, stale)
    },
  })
  let version = 0
  /** A response whose rendering began before this version is not stored: its tags may have been evicted. */
  let oldestKnownVersion = 0
  let source: InvalidationSource | undefined

  const forgetTags = (key: string, { tags }: Entry) => {
    for (const tag of tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  const put = (key: string, entry: Entry) => {
    entries.set(key, entry)
    if (entries.peek(key) !== entry) return
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag) ?? new Set()
      keysByTag.set(tag, keys.add(key))
    }
  }

  const find = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    if (!entry) return undefined
    const now = performance.now()
    const isOver =
      now - entry.storedAt > entry.maxAgeMs ||
      Date.now() >= entry.expiresAt ||
      (entry.staleSince !== undefined && now - entry.staleSince > STALE_MS)
    if (isOver) entries.delete(key)
    return isOver ? undefined : entry
  }

  const mayServe = ({ audience, staleSince, accepts }: Entry, { headers }: IncomingMessage) => {
    if (accepts && !accepts(headers)) return false
    const { authorization } = headers
    if (authorization === undefined)
      return audience !== 'members' && !(staleSince !== undefined && asksPastCache(headers))
    // A client that has just written bypasses the cache, also in a process that has not fetched the invalidation yet.
    if (audience === 'visitors' || asksPastCache(headers)) return false
    return audience === 'everyone' || validTokens.get(authorization) === true
  }

  const send = (key: string, entry: Entry, request: IncomingMessage, response: ServerResponse) =>
    sendNegotiated(entry, request, response, (encoding) => {
      void compressBody(entry.body, encoding).then(() => {
        // Put again as a copy, so that its size is counted with the new encoding.
        if (entries.peek(key) === entry) put(key, { ...entry })
      })
    })

  const moment = (): CacheMoment => ({ version, at: performance.now() })

  const lastOf = (tags: readonly string[]) => {
    const all = [...tags, 'site'].map((tag) => lastByTag.get(tag))
    return {
      dropped: Math.max(oldestKnownVersion, ...all.map((last) => last?.dropped ?? 0)),
      stale: Math.max(0, ...all.map((last) => last?.stale ?? 0)),
    }
  }

  const drop = (keys: Iterable<string>) => {
    for (const key of Array.from(keys)) entries.delete(key)
  }

  const markStale = (keys: Iterable<string>, since: number) => {
    for (const key of keys) {
      const entry = entries.peek(key)
      if (entry) entry.staleSince = Math.min(entry.staleSince ?? since, since)
    }
  }

  return {
    /** Sends the stored response to a request, if there is one for its sender. */
    serve: (request: IncomingMessage, response: ServerResponse): CacheResult => {
      if (request.method !== 'GET') return 'missed'
      const key = request.url ?? ''
      const entry = find(key)
      if (!entry || !mayServe(entry, request) || isUnusual(request)) return 'missed'
      if (source && !source.isSynced()) return 'unsynced'
      send(key, entry, request, response)
      return 'served'
    },
    /** To be called before a response's data is read. */
    moment,
    /** The current response under a key, for a request with an equivalent URL. */
    peek: (key: string): FinishedResponse | undefined => {
      const entry = find(key)
      return entry && entry.audience !== 'members' ? entry : undefined
    },
    /** The body of the response under a key, however old: where it is made again, it is often the same. */
    bodyUnder: (key: string): ResponseBody | undefined => entries.peek(key)?.body,
    /** Stores a response, unless what it was made from was dropped since `begun`. Returns what to send. */
    store: (key: string, begun: CacheMoment, made: CacheableResponse): FinishedResponse => {
      const last = lastOf(made.tags)
      if (last.dropped > begun.version) return made
      const old = entries.peek(key)
      const times = {
        storedAt: performance.now(),
        staleSince: last.stale > begun.version ? begun.at : undefined,
        expiresAt: Math.min(made.expiresAt ?? Infinity, nextDay()),
        maxAgeMs: made.maxAgeMs ?? MAX_AGE_MS,
      }
      // A new entry would cost a request past the cache more than anything else that it does here.
      if (old && isSame(old, made)) return Object.assign(old, times)
      // Its encodings are those of the same text.
      const body = old?.body.etag === made.body.etag ? { ...old.body, ...made.body } : made.body
      const entry: Entry = { ...made, body, ...times }
      put(key, entry)
      return entry
    },
    /** Invalidates the responses with these tags; 'site' invalidates all. */
    invalidate: (
      tags: readonly string[],
      { allowStale = false, knownAfterMs = 0 }: InvalidateOptions & WrittenEarlier = {},
    ): void => {
      version += 1
      const since = performance.now() - knownAfterMs
      for (const tag of tags) {
        const last = lastByTag.get(tag) ?? { dropped: 0, stale: 0 }
        lastByTag.set(tag, allowStale ? { ...last, stale: version } : { ...last, dropped: version })
        const keys = tag === 'site' ? entries.keys() : (keysByTag.get(tag) ?? [])
        if (allowStale) markStale(keys, since)
        else drop(keys)
      }
    },
    /** Rises with each invalidation of one of the tags, or of 'site', after which nothing stale may be served. */
    dropVersion: (...tags: string[]): number => lastOf(tags).dropped,
    /** From now on nothing is served while the invalidations of other processes may be unknown. */
    useSource: (from: InvalidationSource): void => {
      source = from
    },
    tokenVerified: (authorization: string): void => {
      validTokens.set(authorization, true)
    },
    tokenRevoked: (authorization: string): void => {
      // Not deleted: with the last of its entries the library clears arrays of MAX_TOKENS places.
      if (validTokens.has(authorization)) validTokens.set(authorization, false)
    },
    /** In bytes, as counted. */
    size: (): number => entries.calculatedSize,
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>

const sizeOf = ({ body, headers, tags }: Entry, key: string): number => {
  const bodies = body.identity.length + (body.br?.length ?? 0) + (body.gzip?.length ?? 0)
  const texts = [...headers, ...tags, key, key].reduce((sum, text) => sum + text.length, 0)
  return bodies + texts + ENTRY_OVERHEAD
}

/** Whether a response differs from an entry in nothing but its times. */
const isSame = (entry: Entry, made: CacheableResponse) =>
  entry.body === made.body &&
  entry.headers === made.headers &&
  entry.cacheControl === made.cacheControl &&
  entry.audience === made.audience &&
  entry.tags.length === made.tags.length &&
  entry.tags.every((tag, i) => tag === made.tags[i])

const nextDay = () => Math.ceil((Date.now() + 1) / DAY_MS) * DAY_MS

/** Browsers send `max-age=0` for fetch's `no-cache`. */
export const asksPastCache = ({ 'cache-control': control }: IncomingMessage['headers']) =>
  control !== undefined && /\bno-cache\b|\bmax-age=0\b/.test(control)

let lastValidHost: string | undefined

const isValidHost = (host: string | undefined): boolean => {
  if (host === undefined || host === lastValidHost) return host !== undefined
  if (!isHost(host)) return false
  lastValidHost = host
  return true
}

/** Requests that the cache leaves to the router: an expectation, a missing, malformed or second host, two tokens, a range. */
const isUnusual = (request: IncomingMessage) =>
  request.headers.expect !== undefined ||
  !isValidHost(request.headers.host) ||
  countOf(request, 'host') > 1 ||
  request.headers.range !== undefined ||
  (request.headers.authorization !== undefined && countOf(request, 'authorization') > 1)
