import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

/** The SHA-256 of a content, in hex, and its size. */
export const digestContent = async (content: Readable | Iterable<Uint8Array>) => {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { sha256: hash.digest('hex'), bytes }
}
