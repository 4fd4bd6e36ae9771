import type { IncomingMessage } from 'node:http'

const DRAIN_MS = 15_000

/**
 * Reads what is left of a rejected body and discards it, up to a number of bytes and for some seconds: a connection that is
 * closed while its client still sends is reset, and the client, or the proxy before it, never gets the answer.
 */
export const drain = async (request: IncomingMessage, maxBytes: number): Promise<void> => {
  if (request.readableEnded || request.destroyed) return
  let bytes = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, DRAIN_MS)
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) resolve()
  })
  request
    .once('end', resolve)
    .once('close', resolve)
    .once('error', () => resolve())
  request.resume()
  await promise
  clearTimeout(timer)
}
