import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { $ZodType } from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import { REAUTHENTICATION_MINUTES } from '#contract/calls/second-factors.ts'
import type { Access, CacheTag, Endpoint, Output, Parsed } from '#contract/endpoint.ts'
import { Problem, PROBLEMS } from '#contract/problems.ts'
import type { Limiter } from '#server/platform/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import type { SharedRates } from '#server/platform/shared-rates.ts'
import type { WorkQueue } from '#server/platform/work-queue.ts'
import { admitCall, createBodyGate, createCallGate, isInProcess } from './admission.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { JsonText } from './json-text.ts'
import { type ResponseBody, sendNegotiated, toBody, visitorCaching } from './content-negotiation.ts'
import { currentPage } from './page-dependencies.ts'
import type { RunWithServices } from './replica-reads.ts'
import type { CacheableResponse, CacheMoment, InvalidateOptions, ResponseCache } from './response-cache.ts'
import { receiveUpload } from './uploads.ts'
import { parsed } from './validate.ts'

/** The session that a request came with. */
export interface Caller {
  id: string
  username: string
  userType: 'reader' | 'author' | 'moderator' | 'admin'
  guest: boolean
  sessionId: string
  /** When the password or a factor was last given in this session. */
  confirmedAt: Date
  /** Whether a second factor was shown in this session. */
  hasShownFactor: boolean
}

/** A checked request: its caller, its parts, and where it came from. */
export type RequestInput<E extends Endpoint> = Parsed<E> & {
  caller: E['access'] extends 'open' | 'library' ? Caller | null : Caller
  /** The address it came from, and the browser it names. */
  from: { address: string; userAgent: string }
}

/** A file that a call answers with, and the name that it is saved under. */
export interface SentFile {
  fileName: string
  content: Readable
}

type Answer<E extends Endpoint> = E['fileType'] extends string ? SentFile : Output<E> | JsonText

export interface RouteOptions<E extends Endpoint> {
  /** Decides by more than the caller's type who may make the call; runs before a body with files is read. Throws. */
  authorize?: (input: {
    params: Parsed<E> extends { params: infer P } ? P : undefined
    caller: Caller
  }) => Promise<void>
  /** Changes the fields of a form before they are checked, for a rule that takes two of them. */
  prepare?: (form: Record<string, unknown>) => Record<string, unknown>
  /** When a cached answer changes without a write. Answers that the database wrote carry it themselves. */
  expiresAt?: (answer: Output<E>) => Date | undefined
}

export type Serve = <E extends Endpoint>(
  call: E,
  handle: (input: RequestInput<E>, services: Services) => Answer<E> | Promise<Answer<E>>,
  options?: RouteOptions<E>,
) => void

const JSON_TYPE = 'application/json; charset=utf-8'

export interface ServeOptions {
  authenticate: (request: FastifyRequest) => Promise<Caller | null>
  /** Validates answers against their contract, in tests. */
  checkAnswers: boolean
  tempFolder: string
  limiter: Limiter
  sharedRates: SharedRates
  withServices: RunWithServices
  /** Where calls wait for their turn under load. */
  queue: WorkQueue
  cache: ResponseCache
  /** What every response of the API carries, names and values by turns. */
  apiHeaders: string[]
  /** How long a shared cache may store an answer to visitors. */
  sharedCacheSeconds: number
  invalidate: (tags: readonly string[], options?: InvalidateOptions) => void
  now: () => Date
  /** Whether administrators must have shown a second factor. */
  isFactorRequired: () => Promise<boolean>
  /** Whether calls with the access 'library' need no session. */
  isLibraryOpen: () => Promise<boolean>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** The call needed no session. */
    isOpen: boolean
    begunAt: CacheMoment
  }
  interface FastifyContextConfig {
    failureMessage?: string | undefined
    /** Accepts other types than JSON: the sender is no page of ours. */
    acceptsForms?: true
  }
}

/** Turns calls into routes: access first, before the body is read; then the parts of the request; then the answer, by its schema. */
export const serveOn = (app: FastifyInstance, options: ServeOptions): { serve: Serve; served: Endpoint[] } => {
  const served: Endpoint[] = []
  const serve: Serve = (call, handle, { authorize, prepare, expiresAt } = {}) => {
    served.push(call)
    const write = serializerOf(call)
    const bodyOf = shareBodies()
    const gate = createCallGate(call)
    // Uploads and passwords have queues of their own, and the calls of a rendered page are part of its work.
    const waits = !call.files && (call.method === 'GET' || !call.path.startsWith('/auth/'))
    const queued = <T>(request: FastifyRequest, run: () => Promise<T>) =>
      waits && !isInProcess(request) ? options.queue.run(run) : run()
    const admitBody = createBodyGate(call)

    const work = async (input: RequestInput<typeof call>, request: FastifyRequest) => {
      if (needsReauthentication(call, (input as { body?: unknown }).body))
        assertConfirmed(request.caller, options.now())
      const answer = await options.withServices(call, request, async (services) => handle(input, services))
      const { invalidates } = call
      if (invalidates) options.invalidate(tagsOf(invalidates.tags, request), invalidates)
      return answer
    }
    const respond = async (request: FastifyRequest, reply: FastifyReply) => {
      const params = call.params && parsePath(call.params, request.params)
      if (authorize) await authorize({ params, caller: request.caller } as never)
      const caller = request.caller?.id ?? request.ip
      const { input, discard } = await receiveInput(call, { request, params, caller, prepare, options, admitBody })
      const answer = await gate(caller, () => queued(request, () => work(input, request))).finally(discard)
      if (call.fileType) return sendFile(reply, call.fileType, answer as SentFile)
      if (!write) return reply.code(204).send()
      const text = () => serialize(call, write, answer, options.checkAnswers)
      const { cache: policy } = call
      if (policy?.audience === 'everyone' || (policy && !request.caller)) {
        const until = answer instanceof JsonText ? answer.expiresAt : expiresAt?.(answer as never)
        return storeAndSend(options, call, {
          request,
          reply,
          body: bodyOf(answer as object, text),
          expiresAt: until?.getTime(),
        })
      }
      const page = currentPage()
      if (page) page.isCacheable = false
      return reply
        .code(call.status ?? 200)
        .type(JSON_TYPE)
        .send(text())
    }
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      config: { failureMessage: call.failureMessage, access: call.access },
      onRequest: async (request) => {
        request.begunAt = options.cache.moment()
        request.caller = await options.queue.before(options.authenticate(request))
        const { authorization } = request.headers
        if (request.caller && authorization) options.cache.tokenVerified(authorization)
        request.isOpen = call.access === 'open' || (call.access === 'library' && (await options.isLibraryOpen()))
        if (!request.isOpen) assertAccess(call.access, request.caller)
        request.caller = await withRights(call, request.caller, options)
        await admitCall(options, call, request)
      },
      handler: (request, reply) =>
        respond(request, reply).finally(() => {
          // A write may end the session that makes it.
          if (call.method !== 'GET') options.cache.tokenRevoked(request.headers.authorization ?? '')
        }),
    })
  }
  return { serve, served }
}

/** The tags of a call as the cache has them: those of its own book are named by the book's id. */
const tagsOf = (tags: readonly CacheTag[], request: FastifyRequest): string[] =>
  tags.map((tag) => (tag === 'book' ? `book:${(request.params as { id: string }).id}` : tag))

const ALLOWED: Record<Access, (caller: Caller) => boolean> = {
  open: () => true,
  library: () => true,
  member: () => true,
  registered: (caller) => !caller.guest,
  author: (caller) => caller.userType !== 'reader',
  moderator: (caller) => caller.userType === 'moderator' || caller.userType === 'admin',
  admin: (caller) => caller.userType === 'admin',
}

const assertAccess = (access: Access, caller: Caller | null) => {
  if (!caller) throw new Problem('unauthenticated')
  if (!ALLOWED[access](caller)) throw new Problem(access === 'author' ? 'authorsOnly' : 'forbidden')
}

/**
 * Where the site requires a second factor of administrators and moderators, a session that has not shown one can do
 * nothing in administration and moderation. Elsewhere it has an author's rights, but for what people do with their own account.
 */
const withRights = async (
  { access, path }: Endpoint,
  caller: Caller | null,
  { isFactorRequired }: ServeOptions,
): Promise<Caller | null> => {
  const isPrivileged = caller?.userType === 'admin' || caller?.userType === 'moderator'
  if (!isPrivileged || caller.hasShownFactor || !(await isFactorRequired())) return caller
  if (ALLOWED[access](caller) && (access === 'admin' || access === 'moderator'))
    throw new Problem('secondFactorRequired')
  return path.startsWith('/auth/') ? caller : { ...caller, userType: 'author' }
}

const needsReauthentication = ({ needsReauthentication: rule }: Endpoint, body: unknown): boolean =>
  typeof rule === 'function' ? rule(body as never) : rule === true

/** Throws unless the password or a factor was given in this session a short time ago. */
const assertConfirmed = (caller: Caller | null, now: Date) => {
  const age = now.getTime() - (caller?.confirmedAt.getTime() ?? 0)
  if (age > REAUTHENTICATION_MINUTES * 60_000) throw new Problem('reauthenticate')
}

const FORM = /^multipart\/form-data\b/i

interface Receiving {
  request: FastifyRequest
  params: unknown
  caller: string
  prepare: ((form: Record<string, unknown>) => Record<string, unknown>) | undefined
  options: ServeOptions
  admitBody: ReturnType<typeof createBodyGate>
}

/** The checked parts of a request; `discard` removes the files that came with it. */
const receiveInput = async <E extends Endpoint>(
  call: E,
  { request, params, caller, prepare, options, admitBody }: Receiving,
) => {
  const { headers } = request
  const query = call.query && parsed(call.query, request.query)
  if (!call.body) assertNoBody(request.body)
  const isForm = call.files && !(call.takesJson && headers['content-type']?.startsWith('application/json'))
  if (!isForm && FORM.test(headers['content-type'] ?? '')) throw new Problem('unsupportedType')
  const upload =
    isForm && call.files
      ? await admitBody(caller, () => receiveForm(request, call.files ?? {}, options.tempFolder))
      : undefined
  const discard = async () => upload?.discard()
  try {
    const form = upload && prepare ? prepare(upload.fields) : upload?.fields
    const body = call.body && parsed(call.body, form ?? request.body)
    const from = { address: request.ip, userAgent: String(headers['user-agent'] ?? '').slice(0, 300) }
    const input = {
      caller: request.caller,
      from,
      ...(call.params ? { params } : {}),
      ...(call.query ? { query } : {}),
      ...(call.body ? { body } : {}),
    }
    return { input: input as RequestInput<E>, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** A malformed id is an unknown one, whose message its schema has. */
const parsePath = (schema: $ZodType, params: unknown) => {
  const result = safeParse(schema, params)
  if (result.success) return result.data
  throw new Problem('notFound', { message: result.error.issues[0]?.message ?? PROBLEMS.notFound.message })
}

const assertNoBody = (body: unknown) => {
  const isEmpty = body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)
  if (!isEmpty || Array.isArray(body)) throw new Problem('invalid', { message: 'This call does not accept a body.' })
}

const receiveForm = (request: FastifyRequest, files: NonNullable<Endpoint['files']>, tempFolder: string) => {
  if (!FORM.test(request.headers['content-type'] ?? '')) throw new Problem('unsupportedUpload')
  return receiveUpload(request.raw, files, tempFolder)
}

/** Compiled with the call's first answer: those of all calls would take a tenth of a second of each start. */
const serializerOf = ({ response }: Endpoint): ((answer: unknown) => string) | undefined => {
  if (!response) return undefined
  let write: ((answer: unknown) => string) | undefined
  return (answer) => {
    write ??= fastJson(jsonSchemaOf(response, 'output') as fastJson.AnySchema) as (answer: unknown) => string
    return write(answer)
  }
}

/** The answer as its schema has it; in tests one that breaks its contract is an error. */
const serialize = (
  call: Endpoint,
  write: (answer: unknown) => string,
  answer: unknown,
  checkAnswers: boolean,
): string => {
  if (checkAnswers && call.response) {
    const checked = safeParse(call.response, answer instanceof JsonText ? JSON.parse(answer.text) : answer)
    if (!checked.success) throw new Error(`${call.method} ${call.path} broke its contract: ${checked.error.message}`)
  }
  return answer instanceof JsonText ? answer.text : write(answer)
}

/** Requests that shared one read share its serialized body as well. */
const shareBodies = () => {
  const made = new WeakMap<object, ResponseBody>()
  return (answer: object, text: () => string) => {
    const body = made.get(answer) ?? toBody(text())
    made.set(answer, body)
    return body
  }
}

interface Sending {
  request: FastifyRequest
  reply: FastifyReply
  body: ResponseBody
  expiresAt: number | undefined
}

/** Stores a response for the next requests and sends it. */
const storeAndSend = (
  { cache, apiHeaders, sharedCacheSeconds }: ServeOptions,
  call: Endpoint,
  { request, reply, body, expiresAt }: Sending,
): FastifyReply => {
  const tags = tagsOf(call.cache?.tags ?? [], request)
  const response: CacheableResponse = {
    ...{ body, tags, expiresAt },
    headers: [...apiHeaders, 'content-type', JSON_TYPE],
    audience: call.cache?.audience === 'visitors' ? 'visitors' : request.isOpen ? 'everyone' : 'members',
    cacheControl: visitorCaching(sharedCacheSeconds),
    isPrivateToTokens: true,
    isCompressible: true,
  }
  cache.store(cacheKeyOf(call, request.raw.url ?? ''), request.begunAt, response)
  currentPage()?.add(tags, expiresAt)
  sendNegotiated(response, request.raw, reply.hijack().raw)
  return reply
}

/** The address without the query parameters that the call does not know: they change nothing. */
const cacheKeyOf = ({ query }: Endpoint, url: string): string => {
  const [path = '', search] = url.split('?', 2)
  if (search === undefined) return url
  const { shape = {} } = (query?._zod.def ?? {}) as { shape?: Record<string, unknown> }
  const known = search.split('&').filter((part) => decodeName(part.split('=', 1)[0] ?? '') in shape)
  return known.length > 0 ? `${path}?${known.join('&')}` : path
}

const decodeName = (name: string): string => [...new URLSearchParams(name).keys()][0] ?? ''

const sendFile = (reply: FastifyReply, type: string, { fileName, content }: SentFile) =>
  reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`).send(content)
