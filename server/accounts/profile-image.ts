import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { Problem } from '#contract/problems.ts'
import type { UploadedFile } from '#contract/uploaded-file.ts'
import { rethrowImageError } from '#server/platform/images/image-error.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services.ts'
import { profileImageName, profileImageKey, profileImageUrl } from './profile-image-key.ts'
import { toUser } from './user-serializer.ts'

const SIDE = 256
const SET = 'Your picture is set.'
const REMOVED = 'Your picture is removed.'

/** Keeps a square of 256 pixels of what was sent, file before row; the earlier picture goes. */
export const setProfileImage = async (services: Services, userId: string, { path }: UploadedFile) => {
  const bytes = await services.pictures.square(path, SIDE).catch(rethrowImageError)
  const name = randomUUID().replaceAll('-', '')
  try {
    await services.storage.put(profileImageKey(name), bytes)
    return { message: SET, user: await show(services, userId, profileImageUrl(name)) }
  } catch (error) {
    await Promise.allSettled([services.storage.remove(profileImageKey(name))])
    throw error
  }
}

export const removeProfileImage = async (services: Services, userId: string) => ({
  message: REMOVED,
  user: await show(services, userId, null),
})

const show = async (services: Services, userId: string, url: string | null) => {
  const { rows } = await sql<Selectable<Tables['users']> & { was: string | null }>`
    update users set profile_image = ${url} where id = ${userId}
    returning new.*, old.profile_image as was`.execute(services.db)
  const [user] = rows
  if (!user) throw new Problem('unauthenticated')
  await removePicture(services, user.was)
  return toUser(user)
}

/** Removes the file behind an address that no row shows any more; should that fail, the sweep does it. */
export const removePicture = async ({ storage, log }: Services, url: string | null): Promise<void> => {
  if (url === null) return
  await storage
    .remove(profileImageKey(profileImageName(url)))
    .catch((error: unknown) => log.warn({ reason: String(error) }, 'a picture waits for the sweep'))
}
