import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/api/problems.ts'
import { admitDownload } from '#server/platform/http/request/admission.ts'
import { requestedPart, sendNothing } from '#server/platform/http/response/requested-part.ts'
import type { Services } from '#server/platform/services.ts'
import type { Part } from '#server/platform/storage/storage.ts'
import { isWideAddress } from '#server/platform/trusted-networks.ts'

interface StoredFile {
  key: string
  size: number
}

interface SentFile {
  size: number
  streamRange: (part: Part, write: (chunk: Buffer) => Promise<void>) => Promise<void>
}

/** Sends the part of a stored file that a request asks for, among those that its address may be sent at the same time. */
export const sendStoredFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { key, size }: StoredFile,
) =>
  sendFile(request, reply, services, {
    size,
    streamRange: (part, write) => services.storage.streamRange(key, part, write),
  })

/** The same of a file that is elsewhere. */
export const sendFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { size, streamRange }: SentFile,
) => {
  const part = requestedPart(request, reply, size)
  if (!part) return sendNothing(reply)
  return admitDownload(request, isWideAddress(services), () => streamInto(reply, (write) => streamRange(part, write)))
}

/** Writes to the socket itself: Fastify's streams would allocate memory for every chunk. */
const streamInto = async (reply: FastifyReply, stream: (write: (chunk: Buffer) => Promise<void>) => Promise<void>) => {
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
    await stream(write)
    raw.end()
  } catch (error) {
    if (!raw.headersSent) throwIfDeleted(error)
    raw.destroy()
  }
}

/** The file was deleted after its size was read. */
export const throwIfDeleted = (error: unknown): never => {
  throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Problem('notFound') : error
}
