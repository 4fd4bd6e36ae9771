import type { $ZodType, input, output } from 'zod/v4/core'
import type * as accountSecurity from './account-security.ts'
import type * as accounts from './accounts.ts'
import type * as admin from './admin.ts'
import type * as apiTokens from './api-tokens.ts'
import type * as apps from './apps.ts'
import type * as authors from './authors.ts'
import type * as books from './books.ts'
import type * as chapters from './chapters.ts'
import type * as coAuthors from './co-authors.ts'
import type * as comments from './comments.ts'
import type * as copyright from './copyright.ts'
import type * as figures from './figures.ts'
import type * as follows from './follows.ts'
import type * as imports from './imports.ts'
import type * as lists from './lists.ts'
import type * as mailedReports from './mailed-reports.ts'
import type * as marks from './marks.ts'
import type * as moderation from './moderation.ts'
import type * as notices from './notices.ts'
import type * as paper from './paper.ts'
import type * as penNames from './pen-names.ts'
import type * as premium from './premium.ts'
import type * as publishing from './publishing.ts'
import type * as ratings from './ratings.ts'
import type * as reading from './reading.ts'
import type * as receivedComments from './received-comments.ts'
import type * as recommendations from './recommendations.ts'
import type * as reportQueue from './report-queue.ts'
import type * as reports from './reports.ts'
import type * as searchInside from './search-inside.ts'
import type * as secondFactors from './second-factors.ts'
import type * as sendToDevice from './send-to-device.ts'
import type * as series from './series.ts'
import type * as shelves from './shelves.ts'
import type * as singleSignOn from './single-sign-on.ts'
import type * as site from './site.ts'
import type * as textView from './text-view.ts'
import type * as versions from './versions.ts'
import type * as webhooks from './webhooks.ts'
import type * as weekly from './weekly.ts'
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
  readonly fileType?: string
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

/** One line of `contract/calls`. */
// @__NO_SIDE_EFFECTS__
export const call = <
  const M extends Call['method'],
  const P extends string,
  const A extends Access,
  const F extends string | undefined = undefined,
>(
  method: M,
  path: P,
  access: A,
  failureMessage?: F,
) => ({ method, path, access, failureMessage: failureMessage as F })

/** Binds schemas and policies to a call. Validation, access checks, documentation and the typed client derive from it. */
export const endpoint = <const E extends Endpoint>(bound: E): E => bound

type Modules = [
  typeof accountSecurity,
  typeof accounts,
  typeof admin,
  typeof apiTokens,
  typeof apps,
  typeof authors,
  typeof books,
  typeof chapters,
  typeof coAuthors,
  typeof comments,
  typeof copyright,
  typeof figures,
  typeof follows,
  typeof imports,
  typeof lists,
  typeof mailedReports,
  typeof marks,
  typeof moderation,
  typeof notices,
  typeof paper,
  typeof penNames,
  typeof premium,
  typeof publishing,
  typeof ratings,
  typeof reading,
  typeof receivedComments,
  typeof recommendations,
  typeof reportQueue,
  typeof reports,
  typeof searchInside,
  typeof secondFactors,
  typeof sendToDevice,
  typeof series,
  typeof shelves,
  typeof singleSignOn,
  typeof site,
  typeof textView,
  typeof versions,
  typeof webhooks,
  typeof weekly,
][number]
type EndpointsIn<M> = Extract<M[keyof M], Endpoint>
type AnyEndpoint = Modules extends infer M ? (M extends unknown ? EndpointsIn<M> : never) : never
type Key<C extends Call> = `${C['method']} ${C['path']}`
type Endpoints = { [E in AnyEndpoint as Key<E>]: E }

/** The endpoint of a call, for its types: found by method and path. */
type Bound<C extends Call> = C extends Endpoint ? C : Key<C> extends keyof Endpoints ? Endpoints[Key<C>] : never

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
export type Output<C extends Call> = C['fileType'] extends string ? Blob : ResponseBody<Bound<C>>
type ResponseBody<E extends Endpoint> = E['response'] extends $ZodType ? output<E['response']> : void
