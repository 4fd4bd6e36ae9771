import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

const MAX_BYTES = 32 * 1024 * 1024
/** A cover that was removed is given for so long at most. */
const KEPT_MS = 10_000

/** Larger ones are read from the disk each time. */
export const SMALL_COVER_BYTES = 256 * 1024

interface Cover {
  bytes: Buffer
  /** Name and value by turns. */
  headers: string[]
  etag: string
  keptAt: number
}

/** The covers that were asked for of late, given before any routing: on its own an answer costs less than its way there. */
export const createReadyCovers = () => {
  const covers = new Map<string, Cover>()
  let bytes = 0

  const forget = (url: string, cover: Cover) => {
    covers.delete(url)
    bytes -= cover.bytes.length
  }

  const find = (url: string): Cover | undefined => {
    const cover = covers.get(url)
    if (!cover || performance.now() - cover.keptAt < KEPT_MS) return cover
    forget(url, cover)
    return undefined
  }

  return {
    keep: (url: string, { etag, ...cover }: Omit<Cover, 'keptAt'>): void => {
      const old = covers.get(url)
      if (old) forget(url, old)
      covers.set(url, { ...cover, etag, keptAt: performance.now() })
      bytes += cover.bytes.length
      for (const [oldest, one] of covers) {
        if (bytes <= MAX_BYTES) break
        forget(oldest, one)
      }
    },
    answer: ({ method, url = '', headers }: IncomingMessage, response: ServerResponse): boolean => {
      if (method !== 'GET') return false
      const cover = find(url)
      // Parts, several tags and odd requests are for the route.
      if (!cover || headers.range !== undefined || headers.expect !== undefined || headers.host === undefined)
        return false
      const known = headers['if-none-match']
      if (known !== undefined && known !== cover.etag) return false
      if (known === undefined) response.writeHead(200, cover.headers).end(cover.bytes)
      else
        response
          .writeHead(
            304,
            cover.headers.filter((_, i) => cover.headers[i - (i % 2)] !== 'content-length'),
          )
          .end()
      return true
    },
  }
}

export type ReadyCovers = ReturnType<typeof createReadyCovers>

/** What lies ready is given first. */
export const answerCoversFirst = (app: FastifyInstance, covers: ReadyCovers): void => {
  const [route] = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  if (!route) throw new Error('the server has no listener yet')
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (!covers.answer(request, response)) route(request, response)
  })
}
