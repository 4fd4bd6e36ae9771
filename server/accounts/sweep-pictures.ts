import type { Services } from '#server/platform/services.ts'
import { profileImageName, profileImageUrl } from './profile-image-key.ts'

const BATCH = 500
/** Longer than any upload takes. */
const GRACE_MS = 60 * 60_000

/** Removes pictures that nobody shows: of uploads that broke off, and of accounts that are gone. */
export const sweepPictures = async (services: Services, olderThan = new Date(Date.now() - GRACE_MS)): Promise<void> => {
  let batch: string[] = []
  for await (const { key, changedAt } of services.storage.list('people')) {
    if (changedAt < olderThan) batch.push(key)
    if (batch.length < BATCH) continue
    await removeUnused(services, batch)
    batch = []
  }
  await removeUnused(services, batch)
}

const removeUnused = async ({ db, storage }: Services, keys: string[]) => {
  if (keys.length === 0) return
  const urls = new Map(keys.map((key) => [profileImageUrl(profileImageName(key)), key]))
  const shown = await db
    .selectFrom('users')
    .select('profileImage')
    .where('profileImage', 'in', [...urls.keys()])
    .execute()
  for (const { profileImage } of shown) urls.delete(profileImage ?? '')
  await Promise.all([...urls.values()].map((key) => storage.remove(key)))
}
