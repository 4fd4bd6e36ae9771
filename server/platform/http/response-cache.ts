import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Body, type Encoding, type Given, give } from './content-negotiation.ts'

/** However seldom something changes, an answer is made anew after so long: views, for one, drop nothing. */
const MAX_AGE_MS = 30_000
/** Many drops in a row ask once. */
const LOOK_AFTER_MS = 20
const MAX_ENTRIES = 4_000
const MAX_BYTES = 16 * 1024 * 1024
/** What an answer takes beside its bytes and its address: its headers. */
const ENTRY_BYTES = 2048
/** A token is taken to be alive for so long after the database said so. */
const TOKEN_MS = 1000
const MAX_TOKENS = 20_000

/** Whose requests may have an answer: all; all without a token; all with a living one. */
export type Audience = 'everyone' | 'visitors' | 'members'

export interface Answer {
  body: Body
  /** Name and value by turns, without those that depend on the body or the asking. */
  headers: string[]
  audience: Audience
  /** An API answer to a token is never stored by the browser. */
  privateToTokens: boolean
  /** The forms in which it was made already. */
  forms?: Partial<Record<Encoding, Buffer>>
}

interface Entry extends Given {
  audience: Audience
  bytes: number
}

/**
 * Finished answers to what is asked most, given before any routing: the same bytes for everyone until a write drops
 * them. An answer that was begun before a drop is never kept after it.
 */
export const createResponseCache = () => {
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

  /** Counts what an entry takes, anew when a compressed form was made; the oldest go if all are too many. */
  const weigh = (url: string, entry: Entry) => {
    if (entries.get(url) !== entry) return
    const { identity, br, gzip } = entry
    const now = identity.length + (br?.length ?? 0) + (gzip?.length ?? 0) + url.length + ENTRY_BYTES
    bytes += now - entry.bytes
    entry.bytes = now
    for (const [oldest, one] of entries) {
      if (entries.size <= MAX_ENTRIES && bytes <= MAX_BYTES) break
      forget(oldest, one)
    }
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
    /** Keeps an answer, if nothing was dropped since it was begun. */
    keep: (url: string, begunIn: number, { body, forms, ...answer }: Answer): void => {
      if (begunIn !== generation || isSuspended) return
      const old = entries.get(url)
      if (old) forget(url, old)
      const isSame = old?.etag === body.etag
      const entry: Entry = {
        ...answer,
        ...body,
        ...(isSame && old.br && { br: old.br }),
        ...(isSame && old.gzip && { gzip: old.gzip }),
        ...forms,
        ...{ bytes: 0, asked: 0, heads: new Map(), keptAt: performance.now() },
        grew: () => weigh(url, entry),
      }
      entries.set(url, entry)
      weigh(url, entry)
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
    tokenVerified: (authorization: string): void => {
      if (liveTokens.size >= MAX_TOKENS) liveTokens.clear()
      liveTokens.set(authorization, performance.now())
    },
    tokenRevoked: (authorization: string): void => {
      liveTokens.delete(authorization)
    },
  }
}

export type ResponseCache = ReturnType<typeof createResponseCache>

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
