import { LRUCache } from 'lru-cache'
import { Problem } from '#contract/problems.ts'
import type { Services } from '#server/platform/services.ts'
import { checksumOf, type FileSet, readChecksums, reportDamage } from './checksums.ts'

const MAX_REMEMBERED = 50_000
/** A disk can damage a file without changing its time. */
const VERIFIED_MS = 60 * 60_000
const RETRY_SECONDS = 600

/** Throws a 503 for a file that is not what was stored. Reads it whole the first time, and again if it changed or after an hour. */
export type VerifyFile = (files: FileSet, key: string) => Promise<void>

export const createFileVerifier = ({ db, storage, log, now }: Services): VerifyFile => {
  const verified = new LRUCache<string, string>({ max: MAX_REMEMBERED, ttl: VERIFIED_MS })
  const running = new Map<string, Promise<void>>()
  const verify = async (files: FileSet, key: string, version: string) => {
    const known = await readChecksums(db, files.name).catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'a file was sent unverified: its checksum could not be read')
      return undefined
    })
    const expected = known?.sums[files.keys.indexOf(key)]
    if (expected && !expected.equals(await checksumOf(storage.read(key)))) {
      log.error({ file: key }, 'a damaged file was not sent')
      await reportDamage(db, files.name, now())
      throw new Problem('unavailable', { retryAfter: RETRY_SECONDS })
    }
    if (known) verified.set(key, version)
  }
  return async (files, key) => {
    const version = await storage.version(key)
    if (version === undefined || verified.get(key) === version) return
    // Many requests for a file that was not verified yet read it once.
    const verification = running.get(key) ?? verify(files, key, version).finally(() => running.delete(key))
    running.set(key, verification)
    await verification
  }
}
