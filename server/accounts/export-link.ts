import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { exportAccount as exportCall } from '#contract/accounts.ts'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { exportAccount } from './export-account.ts'
import type { PersonalData } from './personal-data.ts'

const LINK_SECONDS = 900
const EXPIRED = 'This link has expired. Download your data again on your profile.'
const EXPORT_RATE = exportCall.rates[0]

/** A link to the export of an account, which a browser can open without a token. */
export const createExportLink = async (services: Services, userId: string) => {
  const expires = Math.floor(services.now().getTime() / 1000) + LINK_SECONDS
  const signature = await sign(services, userId, expires)
  return { exportUrl: `${services.settings.filesOrigin ?? ''}/files/export/${userId}?e=${expires}&s=${signature}` }
}

const sign = async ({ db }: Services, userId: string, expires: number) => {
  const { key } = await db.selectFrom('fileKeys').select('key').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  return createHmac('sha256', key).update(`export.${userId}.${expires}`).digest('base64url')
}

interface SignedLink {
  Params: { id: string }
  Querystring: { e?: string; s?: string }
}

export const exportFileRoute = (app: FastifyInstance, services: Services, personalData: PersonalData[]) => {
  app.get<SignedLink>('/files/export/:id', async (request, reply) => {
    const { id } = request.params
    await assertValidLink(services, { id, expires: String(request.query.e), signature: String(request.query.s) })
    reply.headers({
      'content-type': exportCall.fileType,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    if (request.method === 'HEAD') return reply.send()
    services.limiter.take(`export ${id}`, EXPORT_RATE)
    const { fileName, content } = await exportAccount(services, personalData, id)
    return reply.header('content-disposition', `attachment; filename="${fileName}"`).send(content)
  })
}

const assertValidLink = async (services: Services, link: { id: string; expires: string; signature: string }) => {
  const expires = /^\d{1,12}$/.test(link.expires) ? Number(link.expires) : 0
  const expected = Buffer.from(await sign(services, link.id, expires))
  const given = Buffer.from(link.signature)
  const isValid = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isValid || expires < services.now().getTime() / 1000) throw new Problem('badLink', { message: EXPIRED })
}
