import { createHash, hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '#server/platform/storage/storage.ts'

const SAMPLE_BYTES = 1024
/** The last sample is at 1 GiB, further than any file of a library. */
const LAST_POWER = 10

/** KOReader's digest of a file: the MD5 of 1 KiB at 0, 1 KiB, 4 KiB, 16 KiB and so on, as far as it goes. In hex. */
export const contentDigest = async (storage: Pick<Storage, 'read'>, key: string, bytes: number): Promise<string> => {
  const digest = createHash('md5')
  for (let power = -1; power <= LAST_POWER; power++) {
    const first = power < 0 ? 0 : SAMPLE_BYTES * 4 ** power
    if (first >= bytes) break
    digest.update(await buffer(storage.read(key, { first, last: Math.min(first + SAMPLE_BYTES, bytes) - 1 })))
  }
  return digest.digest('hex')
}

/** KOReader's digest of a file for readers who chose 'Filename'. In hex. */
export const nameDigest = (fileName: string): string => hash('md5', fileName)
