import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/problems.ts'
import { COVER_POLICY, flat, PDF_POLICY, securityHeaders } from '#server/platform/http/headers.ts'
import { partOf } from '#server/platform/http/ranges.ts'
import type { Services } from '#server/platform/services.ts'
import type { Part } from '#server/platform/storage/storage.ts'
import { coverKey } from './cover-key.ts'
import { openSigned, type Sign } from './read-book.ts'
import { answerCoversFirst, createReadyCovers, SMALL_COVER_BYTES } from './ready-covers.ts'

const COVER = /^(?<hash>[\da-f]{32})(?<form>(?:-(?:160|320|640))?\.(?<type>avif|webp))$/
const YEAR_SECONDS = 31_536_000
const PDF_SECONDS = 900

interface Signed {
  Params: { id: string; name: string }
  Querystring: { e?: string; s?: string; download?: string }
}

/** Readers' files: never under the policy of a page, never with a type of their own choosing. */
export const fileRoutes = (app: FastifyInstance, services: Services, sign: Sign) => {
  const crossOrigin = services.settings.filesOrigin ? 'cross-origin' : 'same-origin'
  const common = securityHeaders(services.settings.publicUrl)
  const covers = createReadyCovers()
  answerCoversFirst(app, covers)

  app.get<{ Params: { name: string } }>('/files/cover/:name', async (request, reply) => {
    const found = COVER.exec(request.params.name)?.groups
    if (!found) throw new Problem('notFound')
    const { hash = '', form = '', type = '' } = found
    const etag = `"${hash}${form}"`
    const own = {
      'content-type': `image/${type}`,
      'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
      'content-security-policy': COVER_POLICY,
      'cross-origin-resource-policy': crossOrigin,
      etag,
    }
    reply.headers(own)
    const key = coverKey(hash, form)
    if (request.method !== 'GET' || 'range' in request.headers || 'if-none-match' in request.headers)
      return sendFile(request, reply, services, key)
    const size = await services.storage.size(key)
    if (size === undefined || size > SMALL_COVER_BYTES) return sendFile(request, reply, services, key)
    const bytes = await buffer(services.storage.read(key)).catch(throwIfDeleted)
    const headers = flat({ ...common, ...own, 'content-length': String(bytes.length) })
    covers.keep(request.raw.url ?? '', { bytes, headers, etag })
    return reply.send(bytes)
  })

  app.get<Signed>('/files/pdf/:id/:name', async (request, reply) => {
    const { e = '', s = '', download } = request.query
    const { pdf, pdfName } = await openSigned(services, sign, {
      id: request.params.id,
      expires: String(e),
      signature: String(s),
    })
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
    return sendFile(request, reply, services, pdf)
  })
}

const sendFile = async (request: FastifyRequest, reply: FastifyReply, { storage }: Services, key: string) => {
  const size = await storage.size(key)
  if (size === undefined) throw new Problem('notFound')
  const etag = String(reply.getHeader('etag'))
  if (isAmong(etag, request.headers['if-none-match'])) return reply.code(304).send()
  const part = partOf(rangeOf(request, etag), size)
  if (part === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw new Problem('badRange')
  }
  reply.header('content-length', part ? part.last - part.first + 1 : size)
  if (part) reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${size}`)
  // An empty stream leaves the length as it was set.
  if (request.method === 'HEAD' || size === 0) return reply.send(Readable.from([]))
  return streamInto(reply, storage, key, part ?? { first: 0, last: size - 1 })
}

/** Past Fastify's streams, which would take new memory for every piece. */
const streamInto = async (reply: FastifyReply, storage: Services['storage'], key: string, part: Part) => {
  const { raw } = reply
  const closed = new Promise<never>((_, reject) => raw.once('close', () => reject(new Error('the reader has gone'))))
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

/** The part that is asked for: of this very file, and not of one that it replaced. */
const rangeOf = ({ method, headers }: FastifyRequest, etag: string) =>
  method === 'GET' && (headers['if-range'] ?? etag) === etag ? headers.range : undefined

const disposition = (kind: 'inline' | 'attachment', name: string) => {
  const ascii = name.normalize('NFKD').replace(/[^\w.-]/g, '') || 'book.pdf'
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
