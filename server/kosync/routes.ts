import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { line } from '#contract/shapes/text.ts'
import { Problem } from '#contract/api/problems.ts'
import { tokenFinder } from '#server/accounts/api-tokens/find-token.ts'
import { problemOf } from '#server/platform/http/response/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { readPlace, savePlace } from './sync-places.ts'

/** KOReader joins the address and the path of a call in different ways. */
const BASES = ['/kosync', '/kosync/', '//kosync', '//kosync/', '/kosync/kosync', '/kosync//kosync']
/** An app sends a call in 25 seconds; KOReader all of a queue of up to 200 places at once, of which it loses what is refused. */
const BY_PERSON = { max: 300, seconds: 60 }
const BODY_MAX_BYTES = 8192

/** The codes of KOReader's sync server. */
const CODES = { unknown: 2000, unauthorized: 2001, invalid: 2003, noRegistration: 2005 }

const Document = z.string().check(z.regex(/^[\w.-]{1,64}$/))
const text = (max: number) => line({ min: 0, max, missing: '', tooLong: '' })
const Place = z.object({
  document: Document,
  // The page of a PDF is a number in some versions.
  progress: z.pipe(
    z.union([z.string(), z.int()]),
    z.pipe(z.transform(String), line({ max: 1000, missing: '', tooLong: '' })),
  ),
  percentage: z.number().check(z.minimum(0), z.maximum(1)),
  device: z._default(text(100), ''),
  device_id: z._default(text(100), ''),
})

/** KOReader's protocol of sync (kosync), with the MD5 of a token as its key. Accounts are made on the site alone. */
export const kosyncRoutes = async (app: FastifyInstance, services: Services): Promise<void> => {
  const { personByKey } = tokenFinder(services)

  /** Before the body is read. */
  const identify = async (request: FastifyRequest): Promise<void> => {
    const { headers, ip } = request
    const { 'x-auth-user': name, 'x-auth-key': key } = headers
    const isSent = typeof name === 'string' && typeof key === 'string' && name !== ''
    const person = isSent ? await personByKey(nameIn(name), key.toLowerCase(), ip) : undefined
    if (!person) throw new Problem('unauthenticated')
    services.limiter.take(`kosync ${person.id}`, BY_PERSON)
    request.caller = person
  }

  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendFailure(services, error, request, reply))
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    for (const base of BASES) {
      const open = { config: { access: 'open', isForApps: true } } as const
      const own = {
        config: { access: 'registered', isForApps: true },
        bodyLimit: BODY_MAX_BYTES,
        onRequest: identify,
      } as const
      scope.get(`${base}/healthcheck`, open, async () => ({ state: 'OK' }))
      scope.post(`${base}/users/create`, open, async (_request, reply) =>
        reply.code(402).send({
          code: CODES.noRegistration,
          message: 'Make a token on this site, and log in with your email and the token as password.',
        }),
      )
      scope.get(`${base}/users/auth`, own, async () => ({ authorized: 'OK' }))
      scope.put(`${base}/syncs/progress`, own, async (request) => {
        const { id } = personOf(request)
        const given = z.safeParse(Place, request.body)
        if (!given.success) throw new Problem('invalid')
        const { device_id: deviceId, ...place } = given.data
        const savedAt = await savePlace(services, id, { ...place, deviceId })
        return { document: place.document, timestamp: secondsOf(savedAt) }
      })
      scope.get<{ Params: { document: string } }>(`${base}/syncs/progress/:document`, own, async (request) => {
        const { id } = personOf(request)
        const { success, data } = z.safeParse(Document, request.params.document)
        if (!success) throw new Problem('invalid')
        const found = await readPlace(services, id, data)
        if (!found) return {}
        const { progress, percentage, device, deviceId, savedAt } = found
        return { document: data, progress, percentage, device, device_id: deviceId, timestamp: secondsOf(savedAt) }
      })
      scope.all(`${base}/*`, open, async () => {
        throw new Problem('notFound')
      })
    }
  })
}

const personOf = ({ caller }: FastifyRequest) => {
  if (!caller) throw new Problem('unauthenticated')
  return caller
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

/** Node reads headers as Latin-1, and KOReader sends names as UTF-8. */
const nameIn = (header: string) => Buffer.from(header, 'latin1').toString()

/** In the one shape that KOReader knows, a code and a message. It knows no other status for a faulty request than 403. */
const sendFailure = ({ log }: Services, error: unknown, { id }: FastifyRequest, reply: FastifyReply) => {
  const { type, status, message, retryAfter } = problemOf(error)
  if (type === 'internal') log.error({ err: error, requestId: id }, 'request failed')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (status === 401) return reply.code(401).send({ code: CODES.unauthorized, message: 'Unauthorized' })
  const isFault = [400, 413, 415].includes(status)
  return reply
    .code(isFault ? 403 : status)
    .send({ code: isFault ? CODES.invalid : CODES.unknown, message: isFault ? 'Invalid request' : message })
}
