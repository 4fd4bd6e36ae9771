import { sql } from 'kysely'
import { deleteChecksums } from '#server/platform/file-integrity/checksums.ts'
import type { Services } from '#server/platform/services.ts'
import { profileImageName, profileImageUrl } from './profile-image-key.ts'

const BATCH_SIZE = 500
/** Longer than any upload takes. */
const GRACE_MS = 60 * 60_000

/** Removes the files of uploads that broke off, and of deleted accounts and pen names, unless nobody has a picture. */
export const sweepProfileImages = async (
  services: Services,
  olderThan = new Date(Date.now() - GRACE_MS),
): Promise<void> => {
  // The rows may have yet to be restored. An account alone says nothing: a start creates the first administrator.
  if (!(await hasImages(services))) return
  let batch: string[] = []
  for await (const { key, changedAt } of services.storage.list('people')) {
    if (changedAt < olderThan) batch.push(key)
    if (batch.length < BATCH_SIZE) continue
    await removeUnused(services, batch)
    batch = []
  }
  await removeUnused(services, batch)
}

const hasImages = async ({ db }: Services) => {
  const { rows } = await sql<{ hasImages: boolean }>`
    select
      exists (select from users where profile_image is not null)
      or exists (select from pen_names where image is not null) as has_images`.execute(db)
  return rows[0]?.hasImages ?? false
}

const removeUnused = async ({ db, storage }: Services, keys: string[]) => {
  if (keys.length === 0) return
  const keysByUrl = new Map(keys.map((key) => [profileImageUrl(profileImageName(key)), key]))
  const used = await db
    .selectFrom('users')
    .select('profileImage as url')
    .where('profileImage', 'in', [...keysByUrl.keys()])
    .unionAll(
      db
        .selectFrom('penNames')
        .select('image as url')
        .where('image', 'in', [...keysByUrl.keys()]),
    )
    .execute()
  for (const { url } of used) keysByUrl.delete(url ?? '')
  const unused = [...keysByUrl.values()]
  await Promise.all(unused.map((key) => storage.remove(key)))
  await deleteChecksums(db, unused)
}
