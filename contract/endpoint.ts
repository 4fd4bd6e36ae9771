import type { $ZodType, input, output } from 'zod/v4/core'

/**
 * Who may make a call: anyone; any session; any session or, where the site's library is open to everyone, anyone;
 * a session that is no guest; or an account of that type (an admin may do what an author may).
 */
export type Access = 'open' | 'member' | 'library' | 'registered' | 'author' | 'admin'

/** A file that a multipart call takes; `base64Field` and `dataUrl` name the other forms in which its bytes may come. */
export interface FileField {
  readonly maxBytes: number
  /** A text field that may carry the same bytes as base64. */
  readonly base64Field?: string
  /** The field itself may be a text: a data URL or bare base64. */
  readonly dataUrl?: true
}

/** So many calls in so many seconds: of one account (or one address where there is no session), or of one address. */
export interface CallRate {
  readonly by: 'caller' | 'address'
  readonly max: number
  readonly seconds: number
}

/**
 * What a cached response is made from: the one book that the path names, any list or ranking of books, or what the whole
 * site shows (its settings, people's names). Every cached response depends on 'site'.
 */
export type CacheTag = 'book' | 'lists' | 'site'

export interface CachePolicy {
  readonly audience: 'everyone' | 'visitors'
  readonly tags: readonly CacheTag[]
}

export interface Invalidation {
  readonly tags: readonly CacheTag[]
  /** Others may be served the older response for at most a second, while it is made again. */
  readonly allowStale?: true
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api, with `:name` for parameters. */
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly params?: $ZodType
  readonly query?: $ZodType
  readonly body?: $ZodType
  /** Makes the call multipart: these fields are files, all others are in `body`. */
  readonly files?: Readonly<Record<string, FileField>>
  /** A call with files that takes JSON as well, where no file is sent. */
  readonly takesJson?: true
  /** Absent where the answer has no body (204). */
  readonly response?: $ZodType
  /** The answer is a file of this type instead. */
  readonly fileType?: string
  readonly status?: 200 | 201 | 204
  /** Beside the rate that holds for all calls together. */
  readonly rates?: readonly CallRate[]
  /** How many of these one caller may have under way, and all callers together. */
  readonly atOnce?: { readonly perCaller: number; readonly all: number }
  /** Its answer is the same for everyone who may ask, or for all visitors: the response cache stores it. */
  readonly cache?: CachePolicy
  /** What a successful write makes outdated for others; absent where nobody else sees anything of it. */
  readonly invalidates?: Invalidation
  /** What a person is told when the answer is a 5xx: the spec's own text for this call. */
  readonly failureMessage?: string
}

/** One API call as a value. Validation, access, documentation and the typed client all follow from it. */
export const endpoint = <const E extends Endpoint>(call: E): E => call

type Part = 'params' | 'query' | 'body'
type Shape<E extends Endpoint, P extends Part> = E[P] extends $ZodType ? E[P] : never
type PartsOf<E extends Endpoint> = { [P in Part]: Shape<E, P> extends never ? never : P }[Part]
type Sent<E extends Endpoint, P extends Part> = P extends 'body'
  ? E['files'] extends object
    ? FormData
    : input<Shape<E, P>>
  : P extends 'query'
    ? { [K in keyof input<Shape<E, P>>]: input<Shape<E, P>>[K] | number }
    : input<Shape<E, P>>
type MayBeAbsent<E extends Endpoint> = { [P in PartsOf<E>]: {} extends Sent<E, P> ? P : never }[PartsOf<E>]

/** What a caller sends; a part whose fields are all optional may be left out. */
export type Input<E extends Endpoint> = { [P in Exclude<PartsOf<E>, MayBeAbsent<E>>]: Sent<E, P> } & {
  [P in MayBeAbsent<E>]?: Sent<E, P>
}

/** What a handler gets, checked and with its defaults filled in. */
export type Parsed<E extends Endpoint> = { [P in PartsOf<E>]: output<Shape<E, P>> }

/** What comes back. */
export type Output<E extends Endpoint> = E['fileType'] extends string
  ? Blob
  : E['response'] extends $ZodType
    ? output<E['response']>
    : void
