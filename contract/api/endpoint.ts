import type { $ZodType, input, output } from 'zod/v4/core'
import type { ProblemName } from './problems.ts'

/**
 * Who can make a call: anyone ('open'); any session ('member'); any session, or anyone if the library is open to
 * everyone ('library'); any session but a guest's ('registered'); authors, moderators and administrators ('author');
 * moderators and administrators; or administrators.
 */
export type Access = 'open' | 'member' | 'library' | 'registered' | 'author' | 'moderator' | 'admin'

/** What a token of a reading app or a program can be for. */
export type TokenScope = 'feeds' | 'sync' | 'read' | 'write'

/** A file field of a multipart call. */
export interface FileField {
  readonly maxBytes: number
  /** The problems that a file which is too large, or which is of another kind, is answered with. */
  readonly tooLarge: ProblemName
  readonly wrongKind: ProblemName
  /** The media types that the file may name when it is sent as a data URL. */
  readonly types: readonly string[]
  /** A text field that can carry the file as base64 instead. */
  readonly base64Field?: string
  /** The field itself can also be a text: a data URL or plain base64. */
  readonly dataUrl?: true
  /** Another name of the field: a form has one of both. */
  readonly alias?: string
  /** What a file that begins as a zip archive may have, where that is more. */
  readonly zip?: { readonly maxBytes: number; readonly tooLarge: ProblemName }
  /** How long the upload may take, where that is longer than for a book. */
  readonly timeoutMs?: number
}

/** The maximum of calls in a period, for each account (or address, if there is no session) or for each address. */
export interface CallRate {
  readonly by: 'caller' | 'address'
  readonly max: number
  readonly seconds: number
  /** It guards a secret or a cost: it is counted for all processes together. */
  readonly shared?: true
}

/**
 * What a cached response is made from: the one book that the path names by `:id`, any list or ranking of books, or what the whole
 * site shows (its settings, people's names). Every cached response depends on 'site'.
 */
export type CacheTag = 'book' | 'lists' | 'site'

export interface CachePolicy {
  readonly audience: 'everyone' | 'visitors'
  readonly tags: readonly CacheTag[]
}

export interface Invalidation {
  readonly tags: readonly CacheTag[]
  /** Other users may get the older response for at most a second, while it is rendered again. */
  readonly allowStale?: true
}

/** What a client needs to make a call; imports no schema. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api, with `:name` for parameters. */
  readonly path: string
  readonly access: Access
  /** Shown to the user when the response is a 5xx: the spec's own text for this call. */
  readonly failureMessage?: string | undefined
  /** The response is a file of this type. */
  readonly fileType?: string | undefined
}

/** A call with its schemas and policies, as the server serves and documents it. */
export interface Endpoint extends Call {
  readonly summary: string
  /** The scope that a token needs for the call. Where it is absent, the call needs a session. */
  readonly scope?: TokenScope
  readonly params?: $ZodType
  readonly query?: $ZodType
  readonly body?: $ZodType
  /** Makes the call multipart: these fields are files, all others are in `body`. */
  readonly files?: Readonly<Record<string, FileField>>
  /** A call with files that also accepts JSON, if no file is sent. */
  readonly takesJson?: true
  /** Absent if the response has no body (204) or is a file. */
  readonly response?: $ZodType
  readonly status?: 200 | 201 | 204
  /** The response is large, and has no secret that the caller's input could stand beside: it is compressed. */
  readonly isCompressed?: true
  /**
   * Set if the action cannot be undone, or for the bodies with which it cannot: the password or a factor must have been
   * given in the session a short time before.
   */
  readonly needsReauthentication?: true | ((body: never) => boolean)
  /** In addition to the rate limit of all calls together. */
  readonly rates?: readonly CallRate[]
  /** The maximum of concurrent calls, for one caller and in total. */
  readonly atOnce?: { readonly perCaller: number; readonly all: number }
  /** The same for bodies with files that are being received; where absent, the call shares one limit with all others. */
  readonly receivedAtOnce?: { readonly perCaller: number; readonly all: number }
  /** Set if the response is the same for everyone with access, or for all visitors: the response cache stores it. */
  readonly cache?: CachePolicy
  /** Its answer needs no newest state: where there is a replica of the database, it is read from there. */
  readonly readsReplica?: true
  /** What a successful write makes outdated for other users; absent if it changes nothing that they see. */
  readonly invalidates?: Invalidation
}

/**
 * A call as browsers load it, which `scripts/derive-calls.ts` derives from its endpoint. `endpoint` only names the types of
 * input and output: no call has it.
 */
export interface CallOf<E extends Endpoint> extends Call {
  readonly failureMessage: E['failureMessage'] extends string ? E['failureMessage'] : undefined
  readonly endpoint?: E
}

/** One line of `contract/calls`. */
// @__NO_SIDE_EFFECTS__
export const call = <E extends Endpoint>(
  method: Call['method'],
  path: string,
  access: Access,
  failureMessage?: string,
  fileType?: string,
) => ({ method, path, access, failureMessage, fileType }) as CallOf<E>

type Route = Pick<Endpoint, 'method' | 'path' | 'access'>

/** Declares a call. Validation, access checks, documentation and the typed client derive from it. */
export const endpoint = <const E extends Omit<Endpoint, keyof Route>>(
  method: Route['method'],
  path: string,
  access: Access,
  rest: E,
): Route & E => ({ method, path, access, ...rest })

/** The endpoint of a call, for its types. */
type Bound<C extends Call> = C extends Endpoint
  ? C
  : C extends { readonly endpoint?: infer E extends Endpoint }
    ? E
    : never

type Part = 'params' | 'query' | 'body'
type Schema<E extends Endpoint, P extends Part> = E[P] extends $ZodType ? E[P] : never
type PartsOf<E extends Endpoint> = { [P in Part]: Schema<E, P> extends never ? never : P }[Part]
type PartInput<E extends Endpoint, P extends Part> = P extends 'body'
  ? E['files'] extends object
    ? FormData
    : input<Schema<E, P>>
  : P extends 'query'
    ? { [K in keyof input<Schema<E, P>>]: input<Schema<E, P>>[K] | number }
    : input<Schema<E, P>>
type OptionalPart<E extends Endpoint> = { [P in PartsOf<E>]: {} extends PartInput<E, P> ? P : never }[PartsOf<E>]
type EndpointInput<E extends Endpoint> = { [P in Exclude<PartsOf<E>, OptionalPart<E>>]: PartInput<E, P> } & {
  [P in OptionalPart<E>]?: PartInput<E, P>
}

/** The input of a call before validation; a part whose fields are all optional can be omitted. */
export type Input<C extends Call> = EndpointInput<Bound<C>>

/** The input that a handler receives: validated, with defaults filled in. */
export type Parsed<E extends Endpoint> = { [P in PartsOf<E>]: output<Schema<E, P>> }

/** The body of a successful response. */
export type Output<C extends Call> = OutputOf<Bound<C>>
type OutputOf<E extends Endpoint> = E['fileType'] extends string
  ? Blob
  : E['response'] extends $ZodType
    ? output<E['response']>
    : void
