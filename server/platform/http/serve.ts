import fastJson from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { $ZodType } from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import type { Access, Endpoint, Output, Parsed } from '#contract/endpoint.ts'
import { Problem } from '#contract/problems.ts'
import type { Limiter } from '#server/platform/limiter.ts'
import { limitAddress, limitCall, createConcurrencyGate } from './call-rates.ts'
import { jsonSchemaOf } from './json-schema.ts'
import { JsonText } from './json-text.ts'
import { type Body, bodyFrom } from './content-negotiation.ts'
import type { ResponseCache } from './response-cache.ts'
import { receiveUpload } from './uploads.ts'
import { parsed } from './validate.ts'

/** The session that a request came with. */
export interface Caller {
  id: string
  username: string
  userType: 'reader' | 'author' | 'admin'
  guest: boolean
  sessionId: string
}

/** A request, checked: who asks, for what, and from where. */
export type Ask<E extends Endpoint> = Parsed<E> & {
  caller: E['access'] extends 'open' | 'library' ? Caller | null : Caller
  /** The address it came from, and the browser it names. */
  from: { address: string; userAgent: string }
}

/** Changes the fields of a form before they are checked, for a rule that takes two of them. */
export type Prepare = (form: Record<string, unknown>) => Record<string, unknown>

/** A file that a call answers with, and the name that it is saved under. */
export interface SentFile {
  fileName: string
  content: Readable
}

type Answer<E extends Endpoint> = E['fileType'] extends string ? SentFile : Output<E> | JsonText

export type Serve = <E extends Endpoint>(
  call: E,
  handle: (ask: Ask<E>) => Answer<E> | Promise<Answer<E>>,
  prepare?: Prepare,
) => void

const JSON_TYPE = 'application/json; charset=utf-8'

export interface ServeOptions {
  authenticate: (request: FastifyRequest) => Promise<Caller | null>
  /** Holds answers to their contract, in tests. */
  checkAnswers: boolean
  tempFolder: string
  limiter: Limiter
  ready: ResponseCache
  /** What every answer of the API carries, name and value by turns. */
  readyHeaders: string[]
  changed: () => void
  /** Whether calls with the access 'library' need no session. */
  isLibraryOpen: () => Promise<boolean>
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    isOpen: boolean
    readyGeneration: number
  }
  interface FastifyContextConfig {
    failureMessage?: string | undefined
    /** Not JSON alone: the sender is no page of ours. */
    takesForms?: true
  }
}

/** Turns calls into routes: access first, before the body is read; then its parts; then the answer, by its schema. */
export const serveOn = (app: FastifyInstance, options: ServeOptions): { serve: Serve; served: Endpoint[] } => {
  const served: Endpoint[] = []
  const serve: Serve = (call, handle, prepare) => {
    served.push(call)
    const write = writerOf(call)
    const bodyOf = bodiesOnce()
    const gate = createConcurrencyGate(call)
    const answerTo = async (request: FastifyRequest, reply: FastifyReply) => {
      const { ask, discard } = await askOf(call, request, options.tempFolder, prepare)
      const handled = async () => handle(ask)
      const settled = async () => {
        await discard()
        if (call.method === 'GET') return
        options.ready.tokenRevoked(request.headers.authorization ?? '')
        if (call.invalidates) options.changed()
      }
      const answer = await handled().finally(settled)
      if (call.fileType) return sendFile(reply, call.fileType, answer as SentFile)
      if (!write) return reply.code(204).send()
      const text = () => written(call, write, answer, options.checkAnswers)
      const isForMany = call.cache?.audience === 'everyone' || (call.cache?.audience === 'visitors' && !request.caller)
      const sent = isForMany
        ? keepReady(options, call, { request, reply, body: bodyOf(answer as object, text) })
        : text()
      return reply
        .code(call.status ?? 200)
        .type(JSON_TYPE)
        .send(sent)
    }
    app.route({
      method: call.method,
      url: `/api${call.path}`,
      config: { failureMessage: call.failureMessage },
      onRequest: async (request) => {
        limitAddress(options.limiter, request)
        request.readyGeneration = options.ready.generation()
        request.caller = await options.authenticate(request)
        const { authorization } = request.headers
        if (request.caller && authorization) options.ready.tokenVerified(authorization)
        request.isOpen = call.access === 'open' || (call.access === 'library' && (await options.isLibraryOpen()))
        if (!request.isOpen) admit(call.access, request.caller)
        limitCall(options.limiter, call, request)
      },
      handler: async (request, reply) => {
        const caller = request.caller?.id ?? request.ip
        gate.enter(caller)
        try {
          return await answerTo(request, reply)
        } finally {
          gate.leave(caller)
        }
      },
    })
  }
  return { serve, served }
}

const ALLOWED: Record<Access, (caller: Caller) => boolean> = {
  open: () => true,
  library: () => true,
  member: () => true,
  registered: (caller) => !caller.guest,
  author: (caller) => caller.userType !== 'reader',
  admin: (caller) => caller.userType === 'admin',
}

const admit = (access: Access, caller: Caller | null) => {
  if (!caller) throw new Problem('unauthenticated')
  if (!ALLOWED[access](caller)) throw new Problem(access === 'author' ? 'authorsOnly' : 'forbidden')
}

const NOTHING = async () => {}
const FORM = /^multipart\/form-data\b/i

const askOf = async <E extends Endpoint>(call: E, request: FastifyRequest, tempFolder: string, prepare?: Prepare) => {
  const ask: Record<string, unknown> = {
    caller: request.caller,
    from: { address: request.ip, userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300) },
  }
  if (call.params)
    ask['params'] = pathOf(call.params, request.params, /\/books(?:\/public\/premium)?\/:id/.test(call.path))
  if (call.query) ask['query'] = parsed(call.query, request.query)
  if (!call.body) assertNoBody(request.body)
  const isForm = call.files && !(call.takesJson && request.headers['content-type']?.startsWith('application/json'))
  if (!isForm && FORM.test(request.headers['content-type'] ?? '')) throw new Problem('unsupportedType')
  const upload = isForm && call.files ? await receiveForm(request, call.files, tempFolder) : undefined
  const discard = upload?.discard ?? NOTHING
  try {
    const form = upload && prepare ? prepare(upload.fields) : upload?.fields
    if (call.body) ask['body'] = parsed(call.body, form ?? request.body)
    return { ask: ask as Ask<E>, discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** An address that can't name anything names nothing. */
const pathOf = (schema: $ZodType, params: unknown, namesBook: boolean) => {
  const result = safeParse(schema, params)
  if (result.success) return result.data
  throw new Problem(namesBook ? 'bookNotFound' : 'notFound')
}

const assertNoBody = (body: unknown) => {
  const isEmpty = body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)
  if (!isEmpty || Array.isArray(body)) throw new Problem('invalid', { message: 'This call does not accept a body.' })
}

const receiveForm = (request: FastifyRequest, files: NonNullable<Endpoint['files']>, tempFolder: string) => {
  if (!FORM.test(request.headers['content-type'] ?? '')) throw new Problem('unsupportedUpload')
  return receiveUpload(request.raw, files, tempFolder)
}

/** Made with the call's first answer: those of all calls would be a tenth of a second of each start. */
const writerOf = ({ response }: Endpoint): ((answer: unknown) => string) | undefined => {
  if (!response) return undefined
  let write: ((answer: unknown) => string) | undefined
  return (answer) => {
    write ??= fastJson(jsonSchemaOf(response, 'output') as fastJson.AnySchema) as (answer: unknown) => string
    return write(answer)
  }
}

/** The answer as its schema has it; in tests one that breaks it is a fault. */
const written = (
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

/** What several share who waited for one read is written out once. */
const bodiesOnce = () => {
  const made = new WeakMap<object, Body>()
  return (answer: object, text: () => string) => {
    const body = made.get(answer) ?? bodyFrom(text())
    made.set(answer, body)
    return body
  }
}

/** Keeps a finished answer for the next who ask, and tells the browser how to ask whether it changed; gives its bytes. */
const keepReady = (
  { ready, readyHeaders }: ServeOptions,
  call: Endpoint,
  { request, reply, body }: { request: FastifyRequest; reply: FastifyReply; body: Body },
) => {
  ready.keep(request.raw.url ?? '', request.readyGeneration, {
    body,
    headers: [...readyHeaders, 'content-type', JSON_TYPE],
    audience: call.cache?.audience === 'visitors' ? 'visitors' : request.isOpen ? 'everyone' : 'members',
    privateToTokens: true,
  })
  reply.header('etag', body.etag).header('vary', 'accept-encoding')
  return body.identity
}

const sendFile = (reply: FastifyReply, type: string, { fileName, content }: SentFile) =>
  reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`).send(content)
