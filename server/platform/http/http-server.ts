import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { randomBytes } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Endpoint } from '#contract/api/endpoint.ts'
import { Problem, type ProblemBody } from '#contract/api/problems.ts'
import { type RequestContext, requestContext, runInContext } from '#server/platform/request-context.ts'
import type { Services } from '#server/platform/services.ts'
import { bodyOf, problemOf } from './response/errors.ts'
import { admitRequests } from './request/admission.ts'
import type { Connections } from './request/connections.ts'
import { requireDeclaredAccess } from './request/declared-access.ts'
import { API_POLICY, securityHeaders } from './response/headers.ts'
import type { Figures } from './metrics/figures.ts'
import type { CacheResult } from './response-cache/response-cache.ts'
import type { createRefusal } from './request/load-shedding.ts'
import { PATH_MAX, pathPattern } from './request/path-pattern.ts'
import { countOf, isHost, toPath } from './request/request-target.ts'
import { parseQuery } from './request/query-string.ts'
import { assertSameOrigin } from './request/same-origin.ts'
import { drain } from './uploads/drain.ts'

const JSON_MAX_BYTES = 65_536
const JSON_TIMEOUT_MS = 15_000
/** How many bytes of the rest of a body that is too large are still read. */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024
/** `limitConnections` ends most requests earlier. */
const REQUEST_TIMEOUT_MS = 3_700_000
const IDLE_TIMEOUT_MS = 200_000
/** How long a request waits for the invalidations of other processes before it bypasses the cache. */
const MAX_SYNC_MS = 500

const JSON_TYPE = /^application\/json(?: *; *charset="?utf-8"?)? *$/i
const FORM_TYPE = /^multipart\/form-data *(?:;|$)/i
const WRITES = new Set(['POST', 'PUT', 'DELETE', 'PATCH'])

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext
  }
}

/** Creates the HTTP server, without routes: it answers every failure in the one error shape. */
export const createHttpServer = (
  { settings, siteUrl, log, limiter }: Pick<Services, 'settings' | 'siteUrl' | 'log' | 'limiter'>,
  jsonTimeoutMs = JSON_TIMEOUT_MS,
): FastifyInstance => {
  const headers = securityHeaders(settings.publicUrl)
  // `sendNegotiated` sends its own `cache-control` for what may be cached.
  const apiHeaders = { ...headers, 'content-security-policy': API_POLICY, 'cache-control': 'no-store' }
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(),
    // Child loggers are disabled, because no code logs through a request.
    childLoggerFactory: (logger) => logger,
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    bodyLimit: JSON_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: 72_000,
    // Node's response to a missing Host has no body; `assertWellFormed` throws ours.
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: false,
    },
    // `limitConnections` ends idle connections, after the requests that are already on their way.
    forceCloseConnections: false,
    return503OnClosing: false,
    routerOptions: { querystringParser: parseQuery, maxParamLength: PATH_MAX },
    frameworkErrors: (error, request, reply) => {
      const problem = problemOf(error)
      answer(reply.headers(headers), problem, bodyOf(problem, request.id))
    },
    clientErrorHandler: (error, socket) => respondOnRawSocket(headers, error, socket),
  })
  siteUrl.observe(app.server)
  app.decorateRequest('caller', null)
  app.decorateRequest('context')
  requireDeclaredAccess(app)
  useOwnParsers(app)
  // Without a listener Node responds to an unknown expectation itself, without a body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  app.addHook('onRequest', (request, _reply, done) => {
    request.context = requestContext(request.id, request.headers['traceparent'] as string | undefined)
    runInContext(request.context, done)
  })
  // Once more, because the events of a body belong to the socket.
  app.addHook('preValidation', (request, _reply, done) => runInContext(request.context, done))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(request.url.startsWith('/api') ? apiHeaders : headers)
    assertWellFormed(request, settings.publicUrl)
  })
  admitRequests(app, limiter)
  app.addHook('preParsing', async (request, reply) => {
    if (!FORM_TYPE.test(request.headers['content-type'] ?? '')) limitBodyTime(request, reply, jsonTimeoutMs)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    log.debug(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request completed',
    )
  })

  app.setErrorHandler(async (error, request, reply) => {
    const problem = problemOf(error)
    if (isUnread(error)) await drain(request.raw, MAX_DRAIN_BYTES)
    if (problem.type === 'internal')
      log.error({ err: error, route: request.routeOptions.url, requestId: request.id }, 'request failed')
    if (problem.type === 'unavailable') log.warn({ reason: String(error), requestId: request.id }, 'unavailable')
    if (problem.retryAfter !== undefined) {
      reply.header('retry-after', String(problem.retryAfter))
      // A client that does not read its file would leave the connection open as well.
      if (request.url.startsWith('/files/')) reply.header('connection', 'close')
    }
    return answer(reply, problem, bodyOf(problem, request.id, request.routeOptions.config.failureMessage))
  })
  return app
}

/** Whether Fastify has stopped reading the body; forms are read by `receiveUpload`. */
const isUnread = (error: unknown) => (error as { code?: unknown }).code === 'FST_ERR_CTP_BODY_TOO_LARGE'

/** Unique in all processes: an id is found in their logs together. */
const createRequestIds = () => {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return () => `${prefix}-${(count++).toString(36)}`
}

const FAILURE = {
  'content-type': 'application/json; charset=utf-8',
  'content-security-policy': API_POLICY,
  'cache-control': 'no-store',
}

/** Removes the headers of a file that failed to be sent. */
const answer = (reply: FastifyReply, problem: Problem, body: ProblemBody) =>
  reply
    .code(problem.status)
    .removeHeader('etag')
    .removeHeader('content-disposition')
    .headers(FAILURE)
    .send(JSON.stringify(body))

interface Arrivals {
  note: Connections['note']
  refuse: ReturnType<typeof createRefusal>['refuse']
  /** Undefined until somebody asks for figures. */
  figures: () => Figures | undefined
}

/** Serves cached responses, and refuses requests under overload, before any routing: hooks and a router cost more than that. */
export const serveCachedFirst = (
  app: FastifyInstance,
  { cache, syncCache }: Pick<Services, 'cache' | 'syncCache'>,
  { note, refuse, figures }: Arrivals,
): void => {
  const [route] = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  if (!route) throw new Error('the server has no listener yet')
  app.server.removeAllListeners('request')
  const answer = (request: IncomingMessage, response: ServerResponse, result: CacheResult) => {
    figures()?.observeCache(result === 'served')
    if (result !== 'served' && !refuse(request, response)) route(request, response)
  }
  app.server.on('request', (request, response) => {
    toPath(request)
    note(request, response)
    figures()?.observe(request, response)
    const result = cache.serve(request, response)
    if (result !== 'unsynced') return answer(request, response, result)
    void Promise.race([syncCache(), pause(MAX_SYNC_MS)]).then(() => {
      if (response.writableEnded || response.destroyed) return
      answer(request, response, cache.serve(request, response))
    })
  })
}

/** Throws 405 with the allowed methods for an address that only other methods serve, else 404. */
export const rejectUnknownRoute = (served: readonly Endpoint[]) => {
  const known = served.map(({ method, path }) => ({ method, match: pathPattern(path) }))
  return (request: FastifyRequest, allow: (methods: string) => void): never => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = new Set<string>(known.filter(({ match }) => match.test(path)).map(({ method }) => method))
    if (methods.has('GET')) methods.add('HEAD')
    if (methods.size === 0 || methods.has(request.method)) throw new Problem('notFound')
    allow([...methods].join(', '))
    throw new Problem('methodNotAllowed')
  }
}

const useOwnParsers = (app: FastifyInstance) => {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text === '') return done(null, undefined)
    if (text.charCodeAt(0) === 0xfe_ff) return done(new Problem('unreadableBody'))
    parseJson(request, text, done)
  })
  // The route reads the stream.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
}

const assertWellFormed = (request: FastifyRequest, publicUrl: string | undefined) => {
  const { headers, raw } = request
  if (headers.host === undefined ? raw.httpVersion === '1.1' : !isHost(headers.host)) throw new Problem('invalid')
  if (countOf(raw, 'host') > 1) throw new Problem('invalid')
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') throw new Problem('expectation')
  if (!WRITES.has(request.method)) return
  const { isForApps, isFromElsewhere, acceptsForms } = request.routeOptions.config
  if (!isForApps && !isFromElsewhere) assertSameOrigin(request, publicUrl)
  const type = headers['content-type']
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody && type === undefined) return
  if (type !== undefined && (JSON_TYPE.test(type) || FORM_TYPE.test(type))) return
  if (acceptsForms) return
  throw new Problem('unsupportedType')
}

/** Ends a body that takes too long; the socket stays open for the response. */
const limitBodyTime = ({ method, raw }: FastifyRequest, reply: FastifyReply, timeoutMs: number) => {
  if (!WRITES.has(method)) return
  const timer = setTimeout(() => {
    if (raw.complete || reply.sent) return
    reply.header('connection', 'close')
    raw.emit('error', new Problem('timeout'))
  }, timeoutMs)
  for (const event of ['end', 'close', 'error']) raw.once(event, () => clearTimeout(timer))
}

/** Responds on the raw socket to what could not be parsed as a request. */
const respondOnRawSocket = (headers: Record<string, string>, error: Error & { code?: string }, socket: Socket) => {
  if (socket.destroyed || !socket.writable) return
  const problem =
    error.code?.startsWith('HPE_') && error.code !== 'HPE_HEADER_OVERFLOW'
      ? new Problem('unreadableBody')
      : problemOf(error)
  const known = problem.type === 'internal' ? new Problem('unreadableBody') : problem
  const body = JSON.stringify(bodyOf(known, 'none'))
  const all = { ...headers, ...FAILURE, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${known.status} ${STATUS_CODES[known.status]}\r\n${lines.join('')}\r\n${body}`)
}
