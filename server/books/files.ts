import { sql, type SqlBool } from 'kysely'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/problems.ts'
import { admitDownload } from '#server/platform/http/admission.ts'
import { type FinishedResponse, pictureCaching, sendNegotiated } from '#server/platform/http/content-negotiation.ts'
import { COVER_POLICY, flat, PDF_POLICY, securityHeaders } from '#server/platform/http/headers.ts'
import { partOf } from '#server/platform/http/ranges.ts'
import { createFileVerifier } from '#server/platform/file-integrity/verify-file.ts'
import type { Services } from '#server/platform/services.ts'
import type { Part } from '#server/platform/storage/storage.ts'
import { isWideAddress } from '#server/platform/trusted-networks.ts'
import { coverFiles, coverKey, pdfFiles } from './cover-key.ts'
import { isShown } from './is-shown.ts'
import { openSigned, type Sign } from './read-book.ts'

const COVER = /^(?<hash>[\da-f]{32})(?<form>(?:-(?:160|320|640))?\.(?<type>avif|webp))$/
/** A larger cover is read from the disk each time. */
const MAX_CACHED_BYTES = 256 * 1024
/** The longest time that a removed cover is served from the cache. */
const REMOVED_COVER_MS = 10_000
const PDF_SECONDS = 900

interface Signed {
  Params: { id: string; name: string }
  Querystring: { e?: string; s?: string; download?: string }
}

/** Uploaded files: never under the policy of a page, never with a type that the uploader chose. */
export const fileRoutes = (app: FastifyInstance, services: Services, sign: Sign) => {
  const crossOrigin = services.settings.filesOrigin ? 'cross-origin' : 'same-origin'
  const common = securityHeaders(services.settings.publicUrl)
  const coverCaching = pictureCaching(services.settings.sharedCacheSeconds)
  const verify = createFileVerifier(services)

  app.get<{ Params: { name: string } }>('/files/cover/:name', async (request, reply) => {
    const found = COVER.exec(request.params.name)?.groups
    if (!found) throw new Problem('notFound')
    const { hash = '', form = '', type = '' } = found
    const key = coverKey(hash, form)
    const etag = `"${hash}${form}"`
    const headers = {
      'content-type': `image/${type}`,
      'content-security-policy': COVER_POLICY,
      'cross-origin-resource-policy': crossOrigin,
    }
    const begunAt = services.cache.moment()
    await assertShown(services, hash)
    const size = await verify(coverFiles(hash), key)
    if (size === undefined) throw new Problem('notFound')
    if (size > MAX_CACHED_BYTES || !isPlain(request)) {
      reply.headers({ ...headers, 'cache-control': coverCaching, etag })
      return sendFile(request, reply, services, { key, size })
    }
    const response: FinishedResponse = {
      body: { identity: await buffer(services.storage.read(key)).catch(throwIfDeleted), etag },
      headers: flat({ ...common, ...headers }),
      cacheControl: coverCaching,
      isCompressible: false,
    }
    const policy = { audience: 'everyone', tags: [`cover:${hash}`], maxAgeMs: REMOVED_COVER_MS } as const
    services.cache.store(`/files/cover/${request.params.name}`, begunAt, { ...response, ...policy })
    sendNegotiated(response, request.raw, reply.hijack().raw)
    return reply
  })

  app.get<Signed>('/files/pdf/:id/:name', async (request, reply) => {
    const { e = '', s = '', download } = request.query
    const { pdf, pdfName } = await openSigned(services, sign, {
      id: request.params.id,
      expires: String(e),
      signature: String(s),
    })
    const size = await verify(pdfFiles(pdf), pdf)
    if (size === undefined) throw new Problem('notFound')
    reply.headers({
      'content-type': 'application/pdf',
      'cache-control': `private, max-age=${PDF_SECONDS}`,
      'content-disposition': disposition(download === undefined ? 'inline' : 'attachment', pdfName),
      'content-security-policy': PDF_POLICY,
      'cross-origin-resource-policy': crossOrigin,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'accept-ranges': 'bytes',
      etag: `"${pdf.replace(/\W/g, '')}"`,
    })
    return sendFile(request, reply, services, { key: pdf, size })
  })
}

/** Books may share a cover. It is served unless all books that have it are hidden. */
const assertShown = async ({ db }: Services, cover: string) => {
  const books = db.selectFrom('books').select('id').where('cover', '=', cover).limit(1)
  const hidden = await books.where(sql<SqlBool>`is_hidden`).executeTakeFirst()
  if (hidden && !(await books.where(isShown).executeTakeFirst())) throw new Problem('notFound')
}

/** Partial requests and lists of tags are answered from the disk. */
const isPlain = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers.range === undefined && headers['if-none-match'] === undefined

interface StoredFile {
  key: string
  size: number
}

const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { key, size }: StoredFile,
) => {
  const etag = String(reply.getHeader('etag'))
  if (isAmong(etag, request.headers['if-none-match'])) return reply.code(304).send()
  const part = partOf(rangeOf(request, etag), size)
  if (part === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw new Problem('badRange')
  }
  reply.header('content-length', part ? part.last - part.first + 1 : size)
  if (part) reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${size}`)
  // An empty stream leaves the content length as it was set.
  if (request.method === 'HEAD' || size === 0) return reply.send(Readable.from([]))
  return admitDownload(request, isWideAddress(services), () =>
    streamInto(reply, services.storage, key, part ?? { first: 0, last: size - 1 }),
  )
}

/** Writes to the socket itself: Fastify's streams would allocate memory for every chunk. */
const streamInto = async (reply: FastifyReply, storage: Services['storage'], key: string, part: Part) => {
  const { raw } = reply
  const closed = new Promise<never>((_, reject) =>
    raw.once('close', () => reject(new Error('the connection was closed'))),
  )
  closed.catch(() => {})
  raw.on('error', () => {})
  const sendHead = () => {
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(reply.hijack().statusCode)
  }
  const write = (piece: Buffer) => {
    if (!raw.headersSent) sendHead()
    const written = new Promise<void>((resolve, reject) => {
      raw.write(piece, (error) => (error ? reject(error) : resolve()))
    })
    return Promise.race([written, closed])
  }
  try {
    await storage.streamRange(key, part, write)
    raw.end()
  } catch (error) {
    if (!raw.headersSent) throwIfDeleted(error)
    raw.destroy()
  }
}

/** The file was deleted after its size was read. */
const throwIfDeleted = (error: unknown): never => {
  throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Problem('notFound') : error
}

const isAmong = (etag: string, tags: string | undefined) =>
  tags?.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim())) ?? false

/** The requested range, if it is one of this version of the file. */
const rangeOf = ({ method, headers }: FastifyRequest, etag: string) =>
  method === 'GET' && (headers['if-range'] ?? etag) === etag ? headers.range : undefined

const disposition = (kind: 'inline' | 'attachment', name: string) => {
  const ascii = name.normalize('NFKD').replace(/[^\w.-]/g, '')
  const fallback = /^\w.*\.pdf$/i.test(ascii) ? ascii : 'book.pdf'
  return `${kind}; filename="${fallback}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
