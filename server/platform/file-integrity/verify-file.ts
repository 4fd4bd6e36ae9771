import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/api/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { undefinedIfMissing } from '#server/platform/storage/undefined-if-missing.ts'
import { checksumOf, type FileSet, readChecksums, reportDamage, sizeOf } from './checksums.ts'

const MAX_REMEMBERED = 50_000
/** By size: with `max` the cache takes the memory for all of them at its start. */
const REMEMBERED = { maxSize: MAX_REMEMBERED, sizeCalculation: () => 1 }
/** A disk can damage a file without changing its time. */
const VERIFIED_MS = 60 * 60_000
const RETRY_SECONDS = 600

/**
 * Resolves to the size of a file; undefined if it does not exist. Throws a 503 for a file that is not what was stored.
 * Reads it whole the first time, and again if it changed or after an hour.
 */
export type VerifyFile = (files: FileSet, key: string) => Promise<number | undefined>

export type VerifierServices = Pick<Services, 'db' | 'storage' | 'log' | 'now'>

export const createFileVerifier = ({ db, storage, log, now }: VerifierServices): VerifyFile => {
  const verified = new LRUCache<string, { version: string; size: number }>({ ...REMEMBERED, ttl: VERIFIED_MS })
  const running = new Map<string, Promise<number | undefined>>()
  const verify = async (files: FileSet, key: string, version: string) => {
    const known = await readChecksums(db, files.name).catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'a file was sent unverified: its checksum could not be read')
      return undefined
    })
    const expected = known?.sums[files.keys.indexOf(key)]
    const found = expected && (await checksumOf(storage.read(key)).catch(undefinedIfMissing))
    if (expected && !found) return undefined
    if (expected && !found?.equals(expected)) {
      log.error({ file: key }, 'a damaged file was not sent')
      await reportDamage(db, files.name, now())
      throw new Problem('unavailable', { retryAfter: RETRY_SECONDS })
    }
    const size = expected ? sizeOf(expected) : await storage.size(key)
    if (known && size !== undefined) verified.set(key, { version, size })
    return size
  }
  return async (files, key) => {
    const version = await storage.version(key)
    if (version === undefined) return undefined
    const last = verified.get(key)
    if (last?.version === version) return last.size
    // Many requests for a file that was not verified yet read it once.
    const verification = running.get(key) ?? verify(files, key, version).finally(() => running.delete(key))
    running.set(key, verification)
    return verification
  }
}
