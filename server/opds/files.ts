import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { getBook } from '#contract/books.ts'
import { Problem } from '#contract/api/problems.ts'
import { coverFiles, coverKey } from '#server/books/cover-key.ts'
import { assertCoverShown, storedCover } from '#server/books/files.ts'
import { bookFileLinks, type Sign } from '#server/books/read-book.ts'
import { admitRendering } from '#server/platform/http/request/admission.ts'
import { pictureCaching, sendFinished } from '#server/platform/http/response/content-negotiation.ts'
import { COVER_POLICY, flat, securityHeaders } from '#server/platform/http/response/headers.ts'
import { createFileVerifier } from '#server/platform/file-integrity/verify-file.ts'
import { rethrowImageError } from '#server/platform/images/image-error.ts'
import type { Services } from '#server/platform/services.ts'
import { KEPUB } from './catalog.ts'
import type { OpenAsked } from './routes.ts'

const COVER = /^(?<hash>[\da-f]{32})-(?<width>320|640)\.jpg$/
const FILE = /^(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(?<extension>[a-z]+)$/
/** As many as members may get links to on the site. */
const FILES_BY_ADDRESS = { max: 60, seconds: 60 }

/** Covers as JPEG, which old reading apps can show. Like those of the site they need no login. */
export const coverRoute = (app: FastifyInstance, services: Services) => {
  const { settings, storage, images, cache, limiter, singleFlight } = services
  const verify = createFileVerifier(services)
  const headers = flat({
    ...securityHeaders(settings.publicUrl),
    'content-type': 'image/jpeg',
    'content-security-policy': COVER_POLICY,
  })

  app.get<{ Params: { name: string } }>('/opds/cover/:name', { config: { access: 'open' } }, async (request, reply) => {
    const { hash = '', width = '' } = COVER.exec(request.params.name)?.groups ?? {}
    if (hash === '') throw new Problem('notFound')
    const begunAt = cache.moment()
    await assertCoverShown(services, hash)
    const key = coverKey(hash, `-${width}.webp`)
    if ((await verify(coverFiles(hash), key)) === undefined) throw new Problem('notFound')
    admitRendering(limiter, request)
    const identity = await singleFlight(`jpeg ${request.params.name}`, async () =>
      images.toJpeg(await buffer(storage.read(key))).catch(rethrowImageError),
    )
    const response = {
      body: { identity, etag: `"${hash}-${width}.jpg"` },
      headers,
      cacheControl: pictureCaching(settings.sharedCacheSeconds),
      isCompressible: false,
    }
    if (request.method === 'GET')
      cache.store(`/opds/cover/${request.params.name}`, begunAt, { ...response, ...storedCover(hash) })
    return sendFinished(response, request, reply)
  })
}

/** A file of a book, its own, the EPUB of its pages or a KEPUB: leads to it as the site serves it, by a link that works for six hours. */
export const fileRoute = (
  app: FastifyInstance,
  services: Services,
  { sign, open }: { sign: Sign; open: OpenAsked },
) => {
  const { siteUrl, limiter } = services
  app.get<{ Params: { name: string } }>('/opds/get/:name', { config: { access: 'library' } }, (request, reply) =>
    open(request, reply, async ({ caller, place, api }) => {
      const { id, extension } = FILE.exec(request.params.name)?.groups ?? {}
      if (id === undefined) throw new Problem('notFound')
      limiter.takeByAddress('opds file', request.ip, FILES_BY_ADDRESS)
      const book = await api(getBook, { params: { id } })
      const isMade = extension === 'epub' || extension === KEPUB
      if (book.format !== extension && !isMade) throw new Problem('bookNotFound')
      if (!caller && !place.isOpen && !book.isPremium) throw new Problem('unauthenticated')
      const { downloadUrl, epubUrl, kepubUrl } = await bookFileLinks(services, sign, { id, userId: caller?.id })
      if (downloadUrl === undefined) throw new Problem('readHereOnly')
      const made = extension === KEPUB ? kepubUrl : epubUrl
      const found = book.format === extension ? downloadUrl : made
      if (found === undefined) throw new Problem('bookNotFound')
      const location = new URL(found, siteUrl.current()).href
      return reply.header('cache-control', 'no-store').redirect(location, 302)
    }),
  )
}
