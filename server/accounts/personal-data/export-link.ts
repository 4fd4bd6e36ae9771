import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { CallRate } from '#contract/api/endpoint.ts'
import { Problem } from '#contract/api/problems.ts'
import type { SentFile } from '#server/platform/http/serve.ts'
import type { Services } from '#server/platform/services.ts'

const LINK_SECONDS = 900
const EXPIRED = 'This link has expired. Get a new one on your profile.'

/** What an export of an account contains: all stored data about the person, or the books. */
export type Exported = 'export' | 'works'

/** A link to an export of an account, which a browser can open without a token. */
export const createExportLink = async (services: Services, userId: string, what: Exported = 'export') => {
  const expires = Math.floor(services.now().getTime() / 1000) + LINK_SECONDS
  const signature = await sign(services, { what, userId, expires })
  return { exportUrl: `${services.settings.filesOrigin ?? ''}/files/${what}/${userId}?e=${expires}&s=${signature}` }
}

interface Link {
  what: Exported
  userId: string
  /** In seconds. */
  expires: number
}

const sign = async ({ db }: Services, { what, userId, expires }: Link) => {
  const { key } = await db.selectFrom('fileKeys').select('key').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  return createHmac('sha256', key).update(`${what}.${userId}.${expires}`).digest('base64url')
}

interface SignedLink {
  Params: { id: string }
  Querystring: { e?: string; s?: string }
}

interface ExportFile {
  what: Exported
  fileType: string
  /** The rate limit of an account for downloads of the file. */
  rate: CallRate
  make: (userId: string) => Promise<SentFile>
}

export const exportFileRoute = (
  app: FastifyInstance,
  services: Services,
  { what, fileType, rate, make }: ExportFile,
) => {
  app.get<SignedLink>(`/files/${what}/:id`, async (request, reply) => {
    const { id } = request.params
    const { e, s } = request.query
    await assertValidLink(services, { what, userId: id, expires: String(e), signature: String(s) })
    reply.headers({ 'content-type': fileType, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    if (request.method === 'HEAD') return reply.send()
    services.limiter.take(`${what} ${id}`, rate)
    const { fileName, content } = await make(id)
    return reply.header('content-disposition', `attachment; filename="${fileName}"`).send(content)
  })
}

const assertValidLink = async (
  services: Services,
  { what, userId, ...given }: Pick<Link, 'what' | 'userId'> & { expires: string; signature: string },
) => {
  const expires = /^\d{1,12}$/.test(given.expires) ? Number(given.expires) : 0
  const expected = Buffer.from(await sign(services, { what, userId, expires }))
  const signature = Buffer.from(given.signature)
  const isValid = signature.length === expected.length && timingSafeEqual(signature, expected)
  if (!isValid || expires < services.now().getTime() / 1000) throw new Problem('badLink', { message: EXPIRED })
}
