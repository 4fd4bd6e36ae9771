import { hash, randomUUID } from 'node:crypto'
import { open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problems.ts'
import { FileRejectedError, InspectorBusyError } from '#server/formats/book-format.ts'
import { openKepubMaker } from '#server/formats/formats.ts'
import type { Services } from '#server/platform/services.ts'
import type { Part } from '#server/platform/storage/storage.ts'
import { streamRange } from '#server/platform/storage/stream-range.ts'

const MEGABYTE = 1024 * 1024
/** Longer than a download is resumed after. A file is made again in a second or two. */
const KEPT_MS = 15 * 60_000
const KEPT_BYTES = 256 * MEGABYTE
/** Those that had to be made. */
const MADE_BY_ADDRESS = { max: 30, seconds: 60 }
const RETRY_SECONDS = 5

export interface Kepub {
  size: number
  /** The hash of its bytes, which are the same in each process. */
  hash: string
  streamRange: (part: Part, write: (chunk: Buffer) => Promise<void>) => Promise<void>
}

interface Kept extends Kepub {
  path: string
}

interface Asked {
  bookId: string
  epub: { key: string; size: number }
  /** The network address of who asks. */
  address: string
}

/** Is told of each KEPUB before it is sent the first time. */
export type OnKepub = (made: Pick<Asked, 'bookId' | 'epub'> & { bytes: Uint8Array }) => Promise<void>

/**
 * KEPUBs for Kobo of stored EPUBs, whose files never change under their key. One is made when it is asked for and kept in a
 * temporary file for a while, so that nothing more is stored, backed up or swept.
 */
export const createKepubs = (
  { storage, limiter, log }: Pick<Services, 'storage' | 'limiter' | 'log'>,
  onKepub: OnKepub,
) => {
  const maker = openKepubMaker()
  const running = new Map<string, Promise<Kept>>()
  const kept = new LRUCache<string, Kept>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ size }) => Math.max(1, size),
    ttl: KEPT_MS,
    ttlAutopurge: true,
    // One that is being sent stays until its last byte is read.
    dispose: ({ path }) => void remove(path),
  })
  const remove = (path: string) =>
    rm(path, { force: true }).catch((error: unknown) => log.warn({ err: error }, 'a KEPUB was not removed'))

  const make = async ({ bookId, epub }: Omit<Asked, 'address'>): Promise<Kept> => {
    const kepub = await maker.make(() => buffer(storage.read(epub.key)))
    await onKepub({ bookId, epub, bytes: kepub })
    const path = join(storage.tempFolder, randomUUID())
    await writeFile(path, kepub).catch(async (error: unknown) => {
      await remove(path)
      throw error
    })
    const made: Kept = {
      path,
      size: kepub.length,
      hash: hash('sha256', kepub).slice(0, 32),
      streamRange: async (part, write) => streamRange(await open(path), part, write),
    }
    kept.set(epub.key, made)
    return made
  }

  const rethrow = (error: unknown, key: string): never => {
    if (error instanceof InspectorBusyError) throw new Problem('overloaded', { retryAfter: RETRY_SECONDS })
    if (!(error instanceof FileRejectedError)) throw error
    log.warn({ key, reason: error.reason }, 'no KEPUB made')
    throw new Problem('noKepub')
  }

  return {
    get: async ({ address, ...asked }: Asked): Promise<Kepub> => {
      const { key } = asked.epub
      const last = kept.get(key)
      if (last) return last
      limiter.takeByAddress('kepub', address, MADE_BY_ADDRESS)
      const making = running.get(key) ?? make(asked).finally(() => running.delete(key))
      running.set(key, making)
      return making.catch((error: unknown) => rethrow(error, key))
    },
    close: async () => {
      maker.close()
      const paths = [...kept.values()].map(({ path }) => path)
      kept.clear()
      await Promise.all(paths.map(remove))
    },
  }
}
