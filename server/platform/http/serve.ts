import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { Endpoint, Output, Parsed } from '#contract/api/endpoint.ts'
import type { Limiter } from '#server/platform/limiter.ts'
import type { Services } from '#server/platform/services.ts'
import type { SharedRates } from '#server/platform/shared-rates.ts'
import type { WorkQueue } from '#server/platform/work-queue.ts'
import { admitCall, createCallGate, isInProcess } from './request/admission.ts'
import {
  assertAccess,
  assertConfirmed,
  assertScope,
  type Caller,
  lacksFactor,
  needsReauthentication,
  withRights,
} from './request/caller-access.ts'
import { acceptedEncoding, compressBody, JSON_TYPE, toBody } from './response/content-negotiation.ts'
import { currentPage } from './response-cache/page-dependencies.ts'
import { inProcessCaller } from './request/in-process-fetch.ts'
import { callerKey, inputReceiver, parsePath, type RequestInput } from './request/receive-input.ts'
import type { RunWithServices } from './response-cache/replica-reads.ts'
import type { CacheMoment, InvalidateOptions, ResponseCache } from './response-cache/response-cache.ts'
import { answerSerializer } from './response/serialize-answer.ts'
import { answerStore, tagsOf } from './response-cache/store-answer.ts'

export type { Caller } from './request/caller-access.ts'

/** A file that a call answers with, and the name that it is saved under. */
export interface SentFile {
  fileName: string
  content: Readable
}

type Answer<E extends Endpoint> = E['fileType'] extends string ? SentFile : Output<E>

interface RouteOptions<E extends Endpoint> {
  /** Decides by more than the caller's type who may make the call; runs before a body with files is read. Throws. */
  authorize?: (input: {
    params: Parsed<E> extends { params: infer P } ? P : undefined
    caller: Caller
  }) => Promise<void>
  /** Changes the fields of a form before they are checked, for a rule that takes two of them. */
  prepare?: (form: Record<string, unknown>) => Record<string, unknown>
  /** When a cached answer changes without a write. */
  expiresAt?: (answer: Output<E>) => Date | undefined
}

export type Serve = <E extends Endpoint>(
  call: E,
  handle: (input: RequestInput<E>, services: Services) => Answer<E> | Promise<Answer<E>>,
  options?: RouteOptions<E>,
) => void

/** The answer of a call that succeeded. */
export const done = <T>(data: T) => ({ success: true as const, data })

interface ServeOptions {
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
    /** Whom the answer may be cached for, if that is not decided by its call. */
    cachedFor?: 'visitors' | 'members'
    begunAt: CacheMoment
  }
  interface FastifyContextConfig {
    failureMessage?: string | undefined
    /** Accepts other types than JSON: the sender is no page of ours. */
    acceptsForms?: true
    /** The senders are apps: what changes something has a key in a header that no page of another site can send. */
    isForApps?: true
    /** Pages of other sites send it, because it changes nothing. */
    isFromElsewhere?: true
  }
}

/** Turns calls into routes: access first, before the body is read; then the parts of the request; then the answer, by its schema. */
export const serveOn = (app: FastifyInstance, options: ServeOptions): { serve: Serve; served: Endpoint[] } => {
  const served: Endpoint[] = []
  const { cache, queue } = options
  const serve: Serve = (call, handle, { authorize, prepare, expiresAt } = {}) => {
    served.push(call)
    const serialize = answerSerializer(call, options.checkAnswers)
    const storeAndSend = answerStore(call, options)
    const receive = inputReceiver(call, { prepare, tempFolder: options.tempFolder })
    const gate = createCallGate(call)
    // Uploads and passwords have queues of their own, and the calls of a rendered page are part of its work.
    const waits = !call.files && (call.method === 'GET' || !call.path.startsWith('/auth/'))

    const work = async (input: RequestInput<typeof call>, request: FastifyRequest) => {
      if (needsReauthentication(call, (input as { body?: unknown }).body))
        assertConfirmed(request.caller, options.now())
      const answer = await options.withServices(call, request, async (services) => handle(input, services))
      const { invalidates } = call
      if (invalidates) options.invalidate(tagsOf(invalidates.tags, request), invalidates)
      return answer
    }
    const run = async (request: FastifyRequest) => {
      const params = call.params && parsePath(call.params, request.params)
      if (authorize) await authorize({ params, caller: request.caller } as never)
      const { input, discard } = await receive(request, params)
      const inTurn = () =>
        waits && !isInProcess(request) ? queue.run(() => work(input, request)) : work(input, request)
      const answer = gate(callerKey(request), inTurn)
      return discard ? answer.finally(discard) : answer
    }
    const respond = async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = await run(request)
      if (call.fileType) return sendFile(reply, call.fileType, answer as SentFile)
      if (!serialize) return reply.code(204).send()
      const { cache: policy } = call
      if (policy?.audience === 'everyone' || (policy && !request.caller)) {
        const text = () => serialize(answer)
        return storeAndSend({
          request,
          reply,
          text,
          answer: answer as object,
          expiresAt: expiresAt?.(answer as never),
        })
      }
      const page = currentPage()
      if (page) page.isCacheable = false
      reply.code(call.status ?? 200).type(JSON_TYPE)
      const text = serialize(answer)
      return reply.send(call.isCompressed ? await compressed(text, request, reply) : text)
    }
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      config: { failureMessage: call.failureMessage, access: call.access },
      onRequest: async (request) => {
        request.begunAt = cache.moment()
        const { authorization } = request.headers
        if (isInProcess(request)) request.caller = inProcessCaller() ?? null
        if (authorization !== undefined) {
          request.caller = await queue.before(options.authenticate(request))
          assertScope(call, request.caller)
          // The cache knows no scopes.
          if (request.caller && !request.caller.scopes) cache.tokenVerified(authorization)
        }
        request.isOpen = call.access === 'open' || (call.access === 'library' && (await options.isLibraryOpen()))
        if (!request.isOpen) assertAccess(call.access, request.caller)
        if (lacksFactor(request.caller) && (await options.isFactorRequired()))
          request.caller = withRights(call, request.caller)
        await admitCall(options, call, request)
      },
      handler:
        call.method === 'GET'
          ? respond
          : (request, reply) =>
              respond(request, reply).finally(() => {
                // A write may end the session that makes it.
                cache.tokenRevoked(request.headers.authorization ?? '')
              }),
    })
  }
  return { serve, served }
}

/** The body in the encoding that the client prefers. */
const compressed = async (text: string, { headers }: FastifyRequest, reply: FastifyReply) => {
  reply.header('vary', 'accept-encoding')
  const encoding = acceptedEncoding(headers['accept-encoding'])
  if (!encoding) return text
  const body = toBody(text)
  await compressBody(body, encoding)
  reply.header('content-encoding', encoding)
  return body[encoding]
}

const sendFile = (reply: FastifyReply, type: string, { fileName, content }: SentFile) =>
  reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`).send(content)
