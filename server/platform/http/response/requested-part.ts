import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/api/problems.ts'
import type { Part } from '#server/platform/storage/storage.ts'
import { partOf } from './ranges.ts'

/**
 * What is to be sent of a file whose `etag` the answer has; undefined for nothing, when the client has it already or asks
 * for the headers alone. Sets the status and the headers of the length.
 */
export const requestedPart = (request: FastifyRequest, reply: FastifyReply, size: number): Part | undefined => {
  const etag = String(reply.getHeader('etag'))
  if (isAmong(etag, request.headers['if-none-match'])) {
    reply.code(304)
    return undefined
  }
  const part = partOf(rangeOf(request, etag), size)
  if (part === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw new Problem('badRange')
  }
  reply.header('content-length', part ? part.last - part.first + 1 : size)
  if (part) reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${size}`)
  return request.method === 'HEAD' || size === 0 ? undefined : (part ?? { first: 0, last: size - 1 })
}

/** An empty stream leaves the content length as it was set. */
export const sendNothing = (reply: FastifyReply) =>
  reply.statusCode === 304 ? reply.send() : reply.send(Readable.from([]))

const isAmong = (etag: string, tags: string | undefined) =>
  tags?.split(',').some((tag) => [etag, `W/${etag}`, '*'].includes(tag.trim())) ?? false

/** The requested range, if it is one of this version of the file. */
const rangeOf = ({ method, headers }: FastifyRequest, etag: string) =>
  method === 'GET' && (headers['if-range'] ?? etag) === etag ? headers.range : undefined
