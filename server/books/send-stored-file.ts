import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/problems.ts'
import { admitDownload } from '#server/platform/http/request/admission.ts'
import { requestedPart, sendNothing } from '#server/platform/http/response/requested-part.ts'
import type { Services } from '#server/platform/services.ts'
import type { Part } from '#server/platform/storage/storage.ts'
import { isWideAddress } from '#server/platform/trusted-networks.ts'

interface StoredFile {
  key: string
  size: number
}

/** Sends the part of a stored file that a request asks for, among those that its address may be sent at the same time. */
export const sendStoredFile = async (
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { key, size }: StoredFile,
) => {
  const part = requestedPart(request, reply, size)
  if (!part) return sendNothing(reply)
  return admitDownload(request, isWideAddress(services), () => streamInto(reply, services.storage, key, part))
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
export const throwIfDeleted = (error: unknown): never => {
  throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new Problem('notFound') : error
}
