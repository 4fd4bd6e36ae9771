import type { Readable } from 'node:stream'
import type { Database } from '#server/platform/database/connect.ts'
import { digestContent } from '#server/platform/storage/digest-content.ts'

const SIZE_BYTES = 4
const DIGEST_BYTES = 16
const SUM_BYTES = SIZE_BYTES + DIGEST_BYTES

/** Files that are written and removed together, under the name of their row, in a fixed order. */
export interface FileSet {
  name: string
  keys: string[]
}

interface ContentDigest {
  bytes: number
  sha256: Buffer
}

export const readDigest = async (content: Readable | Iterable<Uint8Array>): Promise<ContentDigest> => {
  const { bytes, sha256 } = await digestContent(content)
  return { bytes, sha256: Buffer.from(sha256, 'hex') }
}

/** The size and the shortened SHA-256 of a content: enough to recognize damage. */
export const toChecksum = ({ bytes, sha256 }: ContentDigest): Buffer => {
  const sum = Buffer.alloc(SUM_BYTES)
  sum.writeUInt32BE(bytes)
  sha256.copy(sum, SIZE_BYTES, 0, DIGEST_BYTES)
  return sum
}

export const checksumOf = async (content: Readable | Iterable<Uint8Array>): Promise<Buffer> =>
  toChecksum(await readDigest(content))

/** Files of the same name have the same content, unless they were damaged before. */
export const saveChecksums = async (db: Database, name: string, sums: Buffer[]): Promise<void> => {
  const values = { sums: Buffer.concat(sums), damagedAt: null }
  await db
    .insertInto('fileChecksums')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

export const deleteChecksums = async (db: Database, names: readonly string[]): Promise<void> => {
  if (names.length > 0) await db.deleteFrom('fileChecksums').where('name', 'in', names).execute()
}

/** What is known of a set's files, in their order; undefined for files of before checksums were recorded. */
export const readChecksums = async (
  db: Database,
  name: string,
): Promise<{ sums: Buffer[]; damagedAt: Date | null } | undefined> => {
  const row = await db
    .selectFrom('fileChecksums')
    .select(['sums', 'damagedAt'])
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row) return undefined
  const count = row.sums.length / SUM_BYTES
  const sums = Array.from({ length: count }, (_, at) => row.sums.subarray(at * SUM_BYTES, (at + 1) * SUM_BYTES))
  return { sums, damagedAt: row.damagedAt }
}

export const reportDamage = async (db: Database, name: string, at: Date): Promise<void> => {
  await db
    .updateTable('fileChecksums')
    .set({ damagedAt: at })
    .where('name', '=', name)
    .where('damagedAt', 'is', null)
    .execute()
}

/** The files of a set were replaced by whole ones. */
export const reportWhole = async (db: Database, name: string): Promise<void> => {
  await db.updateTable('fileChecksums').set({ damagedAt: null }).where('name', '=', name).execute()
}

/** The size in a checksum. */
export const sizeOf = (sum: Buffer): number => sum.readUInt32BE()

/** The shortened SHA-256 of a checksum, in hex. */
export const digestOf = (sum: Buffer): string => sum.toString('hex', SIZE_BYTES)

/** The checksum of a content of the same size with another digest. */
export const withDigest = (sum: Buffer, digest: string): Buffer =>
  Buffer.concat([sum.subarray(0, SIZE_BYTES), Buffer.from(digest, 'hex')])
