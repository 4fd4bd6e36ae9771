import type { FastifyInstance } from 'fastify'
import { Problem } from '#contract/api/problems.ts'
import { pictureCaching } from '#server/platform/http/response/content-negotiation.ts'
import { COVER_POLICY } from '#server/platform/http/response/headers.ts'
import { createFileVerifier } from '#server/platform/file-integrity/verify-file.ts'
import type { Services } from '#server/platform/services.ts'
import { profileImageFiles, profileImageKey } from './profile-image-key.ts'

const FILE_NAME = /^(?<name>[\da-f]{32})\.webp$/

/** Serves the pictures of accounts and pen names, under the content security policy of covers. */
export const profileImageRoutes = (app: FastifyInstance, services: Services) => {
  const { settings, storage } = services
  const caching = pictureCaching(settings.sharedCacheSeconds)
  const verify = createFileVerifier(services)
  app.get<{ Params: { name: string } }>('/files/person/:name', async (request, reply) => {
    const { name } = FILE_NAME.exec(request.params.name)?.groups ?? {}
    const size = name && (await verify(profileImageFiles(name), profileImageKey(name)))
    if (!name || !size) throw new Problem('notFound')
    reply.headers({
      'content-type': 'image/webp',
      'content-length': size,
      'cache-control': caching,
      'content-security-policy': COVER_POLICY,
      'cross-origin-resource-policy': settings.filesOrigin ? 'cross-origin' : 'same-origin',
      etag: `"${name}"`,
    })
    if (request.headers['if-none-match'] === `"${name}"`) return reply.removeHeader('content-length').code(304).send()
    return request.method === 'HEAD' ? reply.send() : reply.send(storage.read(profileImageKey(name)))
  })
}
